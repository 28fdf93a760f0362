import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { restoreManifest } from './kept-manifest.ts'

// npm runs it in the folder of a package, once it has packed: from here on everything runs from source again.
restoreManifest(process.cwd())
rmSync(join(process.cwd(), 'dist'), { recursive: true, force: true })
