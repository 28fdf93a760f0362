import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packedManifest } from './packed-manifest.ts'

test('the exports of a packed package lead to its JavaScript, types first, and its scripts stay at home', () => {
  const manifest = {
    name: 'a',
    version: '1.0.0',
    scripts: { prepack: 'node pack.ts' },
    exports: { '.': './src/index.ts', './b': './src/b/index.ts', './package.json': './package.json' },
    files: ['dist'],
  }
  const packed = packedManifest(manifest)
  assert.deepEqual(packed, {
    name: 'a',
    version: '1.0.0',
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './b': { types: './dist/b/index.d.ts', default: './dist/b/index.js' },
      './package.json': './package.json',
    },
    files: ['dist'],
  })
  assert.deepEqual(Object.keys(Object(packed.exports['.'])), ['types', 'default'])
  assert.deepEqual(packedManifest(packed), packed)
})
