/** The search of every page as a palette, which answers while somebody types; without this script it is a form. */
const PAUSE_MILLISECONDS = 160
const FEWEST_CHARACTERS = 2
const MOST = { articles: 6, sections: 5, passages: 5 }
const LONGEST_PASSAGE = 160

const form = document.querySelector('.head .find')
if (form instanceof HTMLFormElement && 'showModal' in HTMLDialogElement.prototype) offerPalette(form)

// What a search is narrowed by is applied as it is chosen.
for (const narrow of document.querySelectorAll('form.narrow:not(.inside)'))
  if (narrow instanceof HTMLFormElement) {
    const button = narrow.querySelector('button')
    if (button && !narrow.querySelector('input:not([type=hidden])')) button.hidden = true
    narrow.addEventListener('change', () => narrow.requestSubmit())
  }

/** @param {HTMLFormElement} form */
function offerPalette(form) {
  const palette = createPalette()
  const opener = element('button', { type: 'button', class: 'opener', 'aria-haspopup': 'dialog' })
  opener.append('Find ', element('kbd', {}, '/'))
  opener.title = 'Search as you type: / or Ctrl K'
  form.append(opener)
  document.body.append(palette.dialog)
  const open = () => {
    const field = form.elements.namedItem('q')
    palette.open(field instanceof HTMLInputElement ? field.value : '', null)
  }
  for (const inside of document.querySelectorAll('form.inside'))
    if (inside instanceof HTMLFormElement) offerInside(inside, palette)
  opener.addEventListener('click', open)
  addEventListener('keydown', (event) => {
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey
    const isK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!(isK || (isSlash && !isTyping(event.target))) || palette.dialog.open) return
    event.preventDefault()
    open()
  })
}

/**
 * What is typed to search a topic is answered from that topic alone, as it is typed.
 *
 * @param {HTMLFormElement} form
 * @param {{ open(words: string, topic: string | null): void }} palette
 */
function offerInside(form, palette) {
  const [topic, field] = [form.elements.namedItem('topic'), form.elements.namedItem('q')]
  if (!(topic instanceof HTMLInputElement && field instanceof HTMLInputElement)) return
  field.addEventListener('input', (event) => {
    if (event instanceof InputEvent && event.isComposing) return
    palette.open(field.value, topic.value)
    field.value = ''
  })
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  )
}

function createPalette() {
  const field = element('input', {
    type: 'text',
    inputmode: 'search',
    role: 'combobox',
    maxlength: '200',
    autocomplete: 'off',
    'aria-label': 'Search the articles',
    'aria-controls': 'palette-answers',
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
  })
  const answers = element('div', { id: 'palette-answers', role: 'listbox', 'aria-label': 'Answers' })
  const status = element('p', { role: 'status' })
  const dialog = element('dialog', { class: 'palette', 'aria-label': 'Search' })
  dialog.append(field, status, answers)
  /** @type {Scope} */
  const scope = { topic: null }
  const show = answering({ field, answers, status, scope })
  followKeys({ field, answers, scope })
  // A click beside it is one on the dialog itself.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  return {
    dialog,
    /**
     * @param {string} words
     * @param {string | null} topic
     */
    open(words, topic) {
      scope.topic = topic
      dialog.setAttribute('aria-label', topic === null ? 'Search' : 'Search in this topic')
      dialog.showModal()
      field.value = words
      // What is being typed goes on; what was left there is typed over.
      if (topic === null) field.select()
      else field.setSelectionRange(words.length, words.length)
      show()
    },
  }
}

/** @typedef {{ topic: string | null }} Scope where it searches: in everything, or in one topic */

/**
 * Shows what answers the words in the field, now and whenever they change.
 *
 * @param {{ field: HTMLInputElement, answers: HTMLElement, status: HTMLElement, scope: Scope }} parts
 */
function answering({ field, answers, status, scope }) {
  let asked = 0
  let timer = 0
  const show = async () => {
    asked += 1
    const mine = asked
    const words = field.value.trim()
    const found = words.length < FEWEST_CHARACTERS ? null : await ask(queryOf(words, scope))
    if (mine !== asked) return
    const groups = found === null ? [] : groupsOf(found)
    answers.replaceChildren(...groups)
    field.setAttribute('aria-expanded', String(groups.length > 0))
    field.removeAttribute('aria-activedescendant')
    status.textContent = statusOf(words, found)
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(show, PAUSE_MILLISECONDS)
  })
  return show
}

/** @param {string} words @param {Scope} scope */
function queryOf(words, { topic }) {
  return new URLSearchParams({ q: words, ...(topic === null ? {} : { topic }) })
}

/** @param {{ field: HTMLInputElement, answers: HTMLElement, scope: Scope }} parts */
function followKeys({ field, answers, scope }) {
  field.addEventListener('keydown', (event) => {
    const step = STEPS[event.key]
    const words = field.value.trim()
    if (step !== undefined) choose(field, [...answers.querySelectorAll('[role=option]')], step)
    else if (event.key === 'Enter' && words !== '') {
      const chosen = answers.querySelector('[aria-selected=true]')
      location.href = chosen instanceof HTMLAnchorElement ? chosen.href : `/search?${queryOf(words, scope)}`
    } else return
    event.preventDefault()
  })
}

/** @type {Record<string, number | undefined>} */
const STEPS = { ArrowDown: 1, ArrowUp: -1 }

/**
 * The next answer in a direction, from the last to the first and back.
 *
 * @param {HTMLInputElement} field
 * @param {Element[]} options
 * @param {number} step
 */
function choose(field, options, step) {
  const former = options.findIndex((option) => option.getAttribute('aria-selected') === 'true')
  const next = former < 0 && step < 0 ? options.length - 1 : (former + step + options.length) % options.length
  for (const [place, option] of options.entries())
    option.setAttribute('aria-selected', String(place === next))
  const chosen = options[next]
  if (!chosen) return
  field.setAttribute('aria-activedescendant', chosen.id)
  chosen.scrollIntoView({ block: 'nearest' })
}

/**
 * @typedef {{ path: string, title: string, mode: string }} Article
 * @typedef {{ path: string, title: string, headings: string[], text: string }} Passage
 * @typedef {{ articles: Article[], passages: Passage[], suggestions: string[] }} Found
 */

/**
 * @param {URLSearchParams} query
 * @returns {Promise<Found | null>}
 */
async function ask(query) {
  const [articles, passages] = await Promise.all([
    read(`/api/v1/search?${query}&match=most&limit=${MOST.articles}`),
    read(`/api/v1/passages?${query}&budget=1500`),
  ])
  if (articles === null) return null
  return { articles: articles.items, passages: passages?.items ?? [], suggestions: articles.suggestions }
}

/** @param {string} address */
async function read(address) {
  try {
    const answer = await fetch(address, { headers: { accept: 'application/json' } })
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}

/** @param {Found} found */
function groupsOf({ articles, passages }) {
  const sections = new Map()
  for (const { path, title, headings } of passages) {
    const heading = headings.at(-1)
    // The first heading is that of the article.
    if (heading && heading !== title) sections.set(`${path} ${heading}`, { path, title, heading })
  }
  return [
    group(
      'Articles',
      articles.map(({ path, title }) => option(`/read${path}`, title, path)),
    ),
    group(
      'Sections',
      [...sections.values()]
        .slice(0, MOST.sections)
        .map(({ path, title, heading }) => option(`/read${path}#at-${slugOf(heading)}`, heading, title)),
    ),
    group(
      'Passages',
      passages.slice(0, MOST.passages).map(({ path, title, text }) => {
        const shown = text
          .replaceAll(/[#*_`>|\s]+/g, ' ')
          .trim()
          .slice(0, LONGEST_PASSAGE)
        return option(`/read${path}`, shown, title)
      }),
    ),
  ].filter((one) => one !== null)
}

/** As headings are named in pages. @param {string} heading */
function slugOf(heading) {
  return encodeURIComponent(
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}

let made = 0

/** @param {string} href @param {string} words @param {string} place */
function option(href, words, place) {
  made += 1
  const link = element('a', {
    href,
    role: 'option',
    id: `answer-${made}`,
    tabindex: '-1',
    'aria-selected': 'false',
  })
  link.append(element('bdi', {}, words), element('small', {}, place))
  return link
}

/** @param {string} name @param {HTMLElement[]} options */
function group(name, options) {
  if (options.length === 0) return null
  const box = element('div', { role: 'group', 'aria-label': name })
  box.append(element('p', { 'aria-hidden': 'true' }, `${name} (${options.length})`), ...options)
  return box
}

/** @param {string} words @param {Found | null} found */
function statusOf(words, found) {
  if (words.length < FEWEST_CHARACTERS) return 'Type a few words. Arrows choose, Enter opens, Escape closes.'
  if (found === null) return 'The search does not answer now. Enter opens its page.'
  if (found.articles.length === 0)
    return found.suggestions.length > 0
      ? `Nothing found. Something is found by: ${found.suggestions.join('; ')}`
      : 'Nothing found. Try fewer or other words.'
  return `${found.articles.length} articles, ${found.passages.length} passages. Enter opens all results.`
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} attributes
 * @param {string} [words]
 */
function element(name, attributes, words = '') {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  if (words !== '') made.append(words)
  return made
}
