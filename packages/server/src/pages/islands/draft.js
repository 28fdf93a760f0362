/** Shows a draft as readers would see it while it is written, by the press's own renderer, and what it lacks. */
const PAUSE_MILLISECONDS = 900

const form = document.querySelector('.drafting form')
const preview = document.querySelector('#preview')
if (form instanceof HTMLFormElement && preview) followDraft(form, preview)

/**
 * @param {HTMLFormElement} form
 * @param {Element} preview
 */
function followDraft(form, preview) {
  let timer = 0
  let isTouched = false
  form.addEventListener('input', () => {
    isTouched = true
    clearTimeout(timer)
    timer = setTimeout(() => showDraft(form, preview), PAUSE_MILLISECONDS)
  })
  form.addEventListener('submit', () => {
    isTouched = false
    clearTimeout(timer)
  })
  addEventListener('beforeunload', (event) => {
    if (isTouched) event.preventDefault()
  })
}

let asked = 0

/**
 * @param {HTMLFormElement} form
 * @param {Element} preview
 */
async function showDraft(form, preview) {
  asked += 1
  const mine = asked
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value)
  fields.append('again', 'preview')
  const response = await fetch(form.action, { method: 'POST', body: fields }).catch(() => null)
  if (response === null || mine !== asked) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const shown = page.querySelector('#preview')
  if (!shown || mine !== asked) return
  preview.replaceChildren(...shown.childNodes)
  const lacking = page.querySelector('.refusal ul')
  if (lacking) preview.append(lackingList(lacking))
}

/** @param {Element} list */
function lackingList(list) {
  const aside = document.createElement('aside')
  const title = document.createElement('h3')
  title.textContent = 'Before it can be submitted'
  aside.className = 'lacking'
  aside.append(title, list)
  return aside
}
