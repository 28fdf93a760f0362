import { basename, extname } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { sha256Hex } from '../core/hash.ts'
import { listOwnFiles, readOwnFile } from '../runtime/own-files.ts'
import type { Encoding } from '../storage/blobs/bytes-cache.ts'

const HASH_CHARACTERS = 12

/** Stylesheets that are sent as one, in this order. */
const STYLESHEETS: Readonly<Record<string, readonly string[]>> = {
  'console.css': ['bar', 'forms', 'detail', 'desk', 'console-pages'],
  'page.css': [
    'fonts',
    'ground',
    'frame',
    'lists',
    'notices',
    'article',
    'written',
    'after',
    'palette',
    'print',
  ],
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** A file that pages link to; its name holds the hash of its bytes, so that it may be kept for ever. */
interface Asset {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
  /** null for what is compressed as it is. */
  readonly encoded: Readonly<Record<Encoding, Uint8Array>> | null
}

const FILES = readFiles()
const ADDRESSES = new Map(FILES.map(addressOf))
// They name files by addresses, which must be known.
const STYLES = readStylesheets()
for (const style of STYLES) ADDRESSES.set(...addressOf(style))
const ASSETS = new Map([...FILES, ...STYLES].map((asset) => [asset.name, asset]))

export function findAsset(name: string): Asset | null {
  return ASSETS.get(name) ?? null
}

/** The address of an asset by the name of its file. */
export function assetAddress(file: string): string {
  const address = ADDRESSES.get(file)
  if (address === undefined) throw new Error(`there is no asset ${file}`)
  return address
}

function readStylesheets(): Asset[] {
  return Object.entries(STYLESHEETS).map(([file, parts]) => {
    const texts = parts.map((part) => readOwnFile(`pages/styles/${part}.css`).toString())
    return assetOf(file, Buffer.from(withAddresses(texts.join('\n'))))
  })
}

/** `url(./NAME)` of a stylesheet becomes the address that has the hash. */
function withAddresses(css: string): string {
  return css.replace(/url\("\.\/([^"]+)"\)/g, (_, file) => `url("${assetAddress(file)}")`)
}

/** Islands are scripts that stand alone: an import would not know the hash of what it names. */
function readFiles(): Asset[] {
  return listOwnFiles('pages/{figures,fonts,islands}/*.{svg,woff2,js}').map((path) =>
    assetOf(basename(path), readOwnFile(path)),
  )
}

function assetOf(file: string, bytes: Uint8Array): Asset {
  const extension = extname(file)
  const type = TYPES[extension]
  if (type === undefined) throw new Error(`no media type is known for ${file}`)
  const name = `${basename(file, extension)}.${sha256Hex(bytes).slice(0, HASH_CHARACTERS)}${extension}`
  return { name, type, bytes, encoded: extension === '.woff2' ? null : encodedOnce(bytes) }
}

/** When it is first asked for: compressing all of them takes a tenth of a start. */
function encodedOnce(bytes: Uint8Array): NonNullable<Asset['encoded']> {
  let br: Uint8Array | null = null
  let gzip: Uint8Array | null = null
  return {
    get br() {
      br ??= brotliCompressSync(bytes)
      return br
    },
    get gzip() {
      gzip ??= gzipSync(bytes)
      return gzip
    },
  }
}

function addressOf({ name }: Asset): [file: string, address: string] {
  return [name.replace(/\.[0-9a-f]+(\.\w+)$/, '$1'), `/assets/${name}`]
}
