/** Marks in the list of sections the one that is read; without this script the list is there as it is. */
const list = document.querySelector('nav.sections')
if (list instanceof HTMLElement) follow(list)

/** @param {HTMLElement} list */
function follow(list) {
  const links = [...list.querySelectorAll('a')]
  const headings = links.flatMap(
    (link) => document.getElementById(link.getAttribute('href')?.slice(1) ?? '') ?? [],
  )
  let isWaiting = false
  const look = () => {
    isWaiting = false
    mark(list, links[placeOf(headings)] ?? null)
  }
  const later = () => {
    if (!isWaiting) requestAnimationFrame(look)
    isWaiting = true
  }
  addEventListener('scroll', later, { passive: true })
  addEventListener('resize', later, { passive: true })
  list.addEventListener('toggle', later, true)
  look()
}

/**
 * The last heading above the upper third of the window, found by halves: a text has hundreds.
 *
 * @param {HTMLElement[]} headings
 */
function placeOf(headings) {
  let [first, end] = [0, headings.length]
  while (first < end) {
    const middle = (first + end) >> 1
    if ((headings[middle]?.getBoundingClientRect().top ?? 0) <= innerHeight / 3) first = middle + 1
    else end = middle
  }
  return first - 1
}

/**
 * What is folded away is marked by the heading above it.
 *
 * @param {HTMLElement} list
 * @param {HTMLAnchorElement | null} link
 */
function mark(list, link) {
  let shown = link
  for (let folded = link?.closest('details:not([open])'); folded; ) {
    shown = folded.parentElement?.querySelector('a') ?? null
    folded = folded.parentElement?.closest('details:not([open])')
  }
  const before = list.querySelector('[aria-current]')
  if (before === shown) return
  before?.removeAttribute('aria-current')
  if (!shown || !list.contains(shown)) return
  shown.setAttribute('aria-current', 'location')
  // The list scrolls by itself; the window stays.
  const [outer, inner] = [list.getBoundingClientRect(), shown.getBoundingClientRect()]
  if (inner.top < outer.top || inner.bottom > outer.bottom)
    list.scrollTop += inner.top - outer.top - outer.height / 2
}
