/**
 * What somebody types in a form with a text is kept in this browser until it is sent: a closed window or a lost lease costs
 * nothing. It is kept for whoever is signed in, and forgotten when they sign out.
 */
const PREFIX = 'colophon typed '
const SENT = 'colophon sent'
const MOST_FORMS = 20
const MOST_CHARACTERS = 500_000
const KEPT_MILLISECONDS = 14 * 86_400_000
const PAUSE_MILLISECONDS = 400
const NOT_TYPED = new Set(['hidden', 'password', 'file', 'submit'])

const leaving = document.querySelector('form.sign-out')
const person = leaving instanceof HTMLElement ? (leaving.dataset.person ?? '') : ''

if (person !== '') {
  forgetOthers()
  leaving?.addEventListener('submit', () => forget(() => true))
  // The page that an act leads to says that it was done.
  const sent = sessionStorage.getItem(SENT)
  sessionStorage.removeItem(SENT)
  if (sent !== null && document.querySelector('main > .done')) localStorage.removeItem(sent)
  for (const form of document.querySelectorAll('main form[method=post]'))
    if (form instanceof HTMLFormElement && form.querySelector('textarea')) keep(form)
}

/** @param {HTMLFormElement} form */
function keep(form) {
  const key = `${PREFIX}${person} ${new URL(form.action).pathname}`
  let timer = 0
  const save = () => {
    clearTimeout(timer)
    const fields = typedIn(form).map(({ name, value }) => [name, value])
    const text = JSON.stringify({ at: Date.now(), fields })
    try {
      if (fields.length === 0) localStorage.removeItem(key)
      else if (text.length <= MOST_CHARACTERS) localStorage.setItem(key, text)
    } catch {
      // The browser has no room, or keeps nothing: it is as without this script.
    }
  }
  // What a refused page shows is what was typed last.
  if (!document.querySelector('.refusal')) bringBack(form, key)
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(save, PAUSE_MILLISECONDS)
  })
  form.addEventListener('submit', () => {
    save()
    sessionStorage.setItem(SENT, key)
  })
}

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} TypedField */

/**
 * The fields that hold something else than the page put there.
 *
 * @param {HTMLFormElement} form
 * @returns {TypedField[]}
 */
function typedIn(form) {
  return fieldsOf(form).filter((field) => {
    if (field instanceof HTMLSelectElement) return field.value !== defaultOf(field)
    if (isMark(field)) return field.checked && !field.defaultChecked
    return field.value !== field.defaultValue
  })
}

/** @param {HTMLFormElement} form */
function fieldsOf(form) {
  return [...form.elements].filter(isTyped)
}

/**
 * @param {Element} field
 * @returns {field is TypedField}
 */
function isTyped(field) {
  if (field instanceof HTMLInputElement) return !NOT_TYPED.has(field.type)
  return field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
}

/**
 * @param {TypedField} field
 * @returns {field is HTMLInputElement}
 */
function isMark(field) {
  return field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')
}

/** @param {HTMLSelectElement} select */
function defaultOf(select) {
  return [...select.options].find(({ defaultSelected }) => defaultSelected)?.value ?? select.options[0]?.value
}

/**
 * @param {HTMLFormElement} form
 * @param {string} key
 */
function bringBack(form, key) {
  const kept = readKept(key)
  if (kept === null || kept.fields.length === 0) return
  /** @type {string[]} */
  const homeless = []
  for (const [name, value] of kept.fields) {
    const field = fieldsOf(form).find((one) => one.name === name && (!isMark(one) || one.value === value))
    if (field === undefined) homeless.push(value)
    else if (isMark(field)) field.checked = true
    else field.value = value
  }
  form.prepend(noteOf(form, { key, at: kept.at, homeless }))
}

/**
 * @param {string} key
 * @returns {{ at: number, fields: [string, string][] } | null}
 */
function readKept(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null')
    return kept && Date.now() - kept.at < KEPT_MILLISECONDS && Array.isArray(kept.fields) ? kept : null
  } catch {
    return null
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {{ key: string, at: number, homeless: string[] }} kept
 */
function noteOf(form, { key, at, homeless }) {
  const note = document.createElement('p')
  note.className = 'brought-back'
  note.setAttribute('role', 'status')
  note.append(`What you typed here on ${new Date(at).toLocaleString()} was brought back. `)
  if (homeless.length > 0) note.append(`Of rows that are not shown: ${homeless.join(' · ')} `)
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Discard it'
  button.addEventListener('click', () => {
    localStorage.removeItem(key)
    form.reset()
    note.remove()
  })
  note.append(button)
  return note
}

/** What is too old, too much, or somebody else's. */
function forgetOthers() {
  forget((key) => !key.startsWith(`${PREFIX}${person} `) || readKept(key) === null)
  const kept = keptKeys().sort((one, other) => (readKept(other)?.at ?? 0) - (readKept(one)?.at ?? 0))
  const tooMany = new Set(kept.slice(MOST_FORMS))
  forget((key) => tooMany.has(key))
}

/** @param {(key: string) => boolean} isGone */
function forget(isGone) {
  for (const key of keptKeys()) if (isGone(key)) localStorage.removeItem(key)
}

function keptKeys() {
  return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
}
