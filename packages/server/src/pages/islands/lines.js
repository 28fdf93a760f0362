/** A click on a line names it in the first finding that names nothing yet. */
const lines = document.querySelector('.numbered')

if (lines) {
  lines.classList.add('pickable')
  lines.addEventListener('click', (event) => {
    const line = event.target instanceof Element ? event.target.closest('li') : null
    const isSelecting = getSelection()?.isCollapsed === false
    if (line && !isSelecting) pick(line.id.slice(1))
  })
}

/** @param {string} number */
function pick(number) {
  const locators = document.querySelectorAll('input[name^="/findings/"][name$="/locator"]')
  for (const locator of locators) {
    if (!(locator instanceof HTMLInputElement) || locator.value !== '') continue
    locator.value = `line ${number}`
    locator.focus()
    return
  }
}
