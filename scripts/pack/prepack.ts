import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildPackage } from './build.ts'
import { keptManifest, readManifest, restoreManifest } from './kept-manifest.ts'
import { packedManifest } from './packed-manifest.ts'

// npm runs it in the folder of a package, before it packs: builds it, and puts the manifest of the built package in its place.
const folder = process.cwd()
restoreManifest(folder)
buildPackage(folder)
mkdirSync(dirname(keptManifest(folder)), { recursive: true })
copyFileSync(join(folder, 'package.json'), keptManifest(folder))
copyFileSync(join(folder, '../../LICENSE'), join(folder, 'LICENSE'))
writeFileSync(
  join(folder, 'package.json'),
  `${JSON.stringify(packedManifest(readManifest(folder)), null, 2)}\n`,
)
