/** What of a package's manifest depends on whether it is built. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
  readonly [field: string]: unknown
}

const SOURCE = /^\.\/src\/(.*)\.ts$/

/**
 * The manifest that goes into the tarball: `exports` lead to JavaScript and its declarations, where those of the repository lead
 * to TypeScript. npm has no field for that: `publishConfig` replaces what the registry is told, never `exports`.
 */
export function packedManifest({ scripts: _, ...manifest }: Manifest): Manifest {
  const exports = Object.entries(manifest.exports).map(([name, target]) => [name, builtTarget(target)])
  return { ...manifest, exports: Object.fromEntries(exports) }
}

function builtTarget(target: Manifest['exports'][string]): Manifest['exports'][string] {
  const [, path] = (typeof target === 'string' && SOURCE.exec(target)) || []
  return path === undefined ? target : { types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` }
}
