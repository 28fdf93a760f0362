/**
 * Brings pages and objects from the folder of a backup: all that a backup names, or what a step of a restore lacks.
 * The press holds each to its hash, which is the name of its file.
 */
const SENT_AT_ONCE = 4
const NAMED = 5
const HASH = /^[0-9a-f]{64}$/
const MANIFEST = /^(\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z)\.([0-9a-f]{64})\.json$/
/** How a page begins, and no object does. */
const PAGE = /^\{"kind":"(rows|index)",/

/** @type {Map<string, File>} */
const files = new Map()
/** @type {Map<string, File>} */
const manifests = new Map()
/** @type {Set<string>} */
const here = new Set()

const panel = document.querySelector('#material')
if (panel instanceof HTMLElement) openPanel(panel)

/** @param {HTMLElement} panel */
function openPanel(panel) {
  panel.hidden = false
  for (const chooser of panel.querySelectorAll('input[type=file]'))
    if (chooser instanceof HTMLInputElement) chooser.addEventListener('change', () => read(chooser))
  document.querySelector('#backup')?.addEventListener('change', fillManifest)
  document.querySelector('#bring')?.addEventListener('click', bringBackup)
  // Whoever drives the job says what a step lacks, and is told whether all of it came.
  panel.addEventListener('lacking', (event) => {
    if (event instanceof CustomEvent)
      event.detail.bringing = bring(event.detail.hashes, event.detail.hashes.length)
  })
}

/** @param {HTMLInputElement} chooser */
async function read(chooser) {
  for (const file of chooser.files ?? []) {
    if (HASH.test(file.name)) files.set(file.name, file)
    else if (MANIFEST.test(file.name)) manifests.set(file.name, file)
  }
  if (document.querySelector('#backups')) await offerBackups()
  else await bringListed()
}

/** The newest first, as it is the one that is meant most often. */
async function offerBackups() {
  const choice = document.querySelector('#backup')
  const names = [...manifests.keys()].sort().reverse()
  choice?.replaceChildren(...names.map((name) => new Option(wordsFor(name), name)))
  const backups = document.querySelector('#backups')
  if (backups instanceof HTMLElement) backups.hidden = names.length === 0
  if (names.length === 0) say('There is no backup in this folder: it has no manifest.')
  else await fillManifest()
}

/** @param {string} name */
function wordsFor(name) {
  const [, time = '', digest = ''] = MANIFEST.exec(name) ?? []
  const instant = time.replace(/T(\d\d)(\d\d)(\d\d).*/, ' $1:$2:$3 UTC')
  return `${instant}, digest ${digest.slice(0, 12)}`
}

/** The manifest that is chosen, as the field of the form has it then. */
async function fillManifest() {
  const choice = document.querySelector('#backup')
  const field = document.querySelector('textarea[name="/manifest"]')
  const name = choice instanceof HTMLSelectElement ? choice.value : ''
  const file = manifests.get(name)
  if (!file || !(field instanceof HTMLTextAreaElement)) return
  const isSound = (await digestOf(file)) === MANIFEST.exec(name)?.[2]
  field.value = isSound ? await file.text() : ''
  say(isSound ? '' : 'The manifest is damaged: it has not the digest of its name.')
}

/**
 * Only https and this very machine may compute it; elsewhere the name is believed.
 *
 * @param {File} file
 */
async function digestOf(file) {
  if (!crypto.subtle) return MANIFEST.exec(file.name)?.[2]
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return hexOf(new Uint8Array(digest))
}

async function bringBackup() {
  const button = document.querySelector('#bring')
  const field = document.querySelector('textarea[name="/manifest"]')
  if (!(button instanceof HTMLButtonElement) || !(field instanceof HTMLTextAreaElement)) return
  const manifest = parse(field.value)
  if (!Array.isArray(manifest?.tables)) return say('The manifest below is none.')
  button.disabled = true
  await bring(namedBy(manifest), countOf(manifest))
  button.disabled = false
}

/**
 * Every page of every table, and every object that the catalogue lists.
 *
 * @param {{tables: {name: string, index: string}[]}} manifest
 */
async function* namedBy({ tables }) {
  /** @type {Set<string>} */
  const walked = new Set()
  for (const { name, index } of tables)
    for (let next = index; next && !walked.has(next); ) {
      walked.add(next)
      yield next
      const page = await readPage(next)
      for (const hash of page?.pages ?? []) {
        yield hash
        if (name === 'objects') for (const row of (await readPage(hash))?.rows ?? []) yield row.sha256
      }
      next = page?.next
    }
}

/** @param {string} hash */
async function readPage(hash) {
  const file = files.get(hash)
  return file ? parse(await file.text().catch(() => '')) : null
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * About as many: large rows stand on pages of their own.
 *
 * @param {{tables: {rows: number}[], blobs: {count: number}}} manifest
 */
function countOf({ tables, blobs }) {
  return tables.reduce((sum, { rows }) => sum + 1 + Math.ceil(rows / 40), Number(blobs?.count) || 0)
}

async function bringListed() {
  const lines = [...document.querySelectorAll('.missing [data-hash]')].filter(
    (line) => line instanceof HTMLElement,
  )
  const hashes = lines.map((line) => line.dataset.hash ?? '')
  if (hashes.length === 0) return say('It is at hand, should a step find something missing.')
  await bring(hashes, hashes.length)
  for (const line of lines) if (here.has(line.dataset.hash ?? '')) line.remove()
}

/**
 * Sends what is not known to be here, and says what came of it; true where all of it is here.
 *
 * @param {AsyncIterable<string> | Iterable<string>} hashes
 * @param {number} total
 */
async function bring(hashes, total) {
  const outcome = { here: 0, lacking: /** @type {string[]} */ ([]), refused: /** @type {string[]} */ ([]) }
  const all = eachOf(hashes)
  const work = async () => {
    for await (const hash of all) {
      await bringOne(hash, outcome)
      showProgress(outcome.here, total)
    }
  }
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, work))
  showProgress(0, 0)
  const { lacking, refused } = outcome
  const words = [
    `${outcome.here} are here.`,
    listed('Not in what was chosen', lacking),
    listed('Not taken', refused),
  ]
  say(words.filter((one) => one !== '').join(' '))
  return lacking.length + refused.length === 0
}

/** @param {AsyncIterable<string> | Iterable<string>} hashes */
async function* eachOf(hashes) {
  yield* hashes
}

/**
 * @param {string} hash
 * @param {{here: number, lacking: string[], refused: string[]}} outcome
 */
async function bringOne(hash, outcome) {
  const file = files.get(hash)
  const isHere = here.has(hash)
  if (!file && !isHere) outcome.lacking.push(hash)
  if (!file && !isHere) return
  const refusal = isHere || !file ? null : await send(hash, file)
  if (refusal !== null) return void outcome.refused.push(`${hash} (${refusal})`)
  here.add(hash)
  outcome.here += 1
}

/**
 * Answers why the press did not take it; null where it did.
 *
 * @param {string} hash
 * @param {File} file
 */
async function send(hash, file) {
  const start = await file
    .slice(0, 16)
    .text()
    .catch(() => '')
  const [kind, type] = PAGE.test(start)
    ? ['pages', 'application/json']
    : ['blobs', 'application/octet-stream']
  const response = await fetch(`/api/v1/admin/recovery/staged/${kind}/${hash}`, {
    method: 'POST',
    headers: { 'content-type': type, 'idempotency-key': hash, 'x-csrf-token': csrfToken() },
    body: file,
  }).catch(() => null)
  if (response === null) return 'the press does not answer, or the file has changed'
  if (response.ok) return null
  const answer = await response.json().catch(() => null)
  return answer?.errors?.[0]?.message ?? answer?.detail ?? `the press answered ${response.status}`
}

function csrfToken() {
  const field = document.querySelector('main input[name="csrf_token"]')
  return field instanceof HTMLInputElement ? field.value : ''
}

/**
 * @param {string} words
 * @param {string[]} names
 */
function listed(words, names) {
  if (names.length === 0) return ''
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  return `${words}: ${names.slice(0, NAMED).join(', ')}${more}.`
}

/**
 * @param {number} done
 * @param {number} total 0 where nothing is under way
 */
function showProgress(done, total) {
  const bar = document.querySelector('#brought')
  if (!(bar instanceof HTMLProgressElement)) return
  bar.hidden = total === 0
  bar.max = Math.max(1, total, done)
  bar.value = done
}

/** @param {string} words */
function say(words) {
  const told = document.querySelector('#told')
  if (told) told.textContent = words
}

/** @param {Uint8Array} bytes */
function hexOf(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
