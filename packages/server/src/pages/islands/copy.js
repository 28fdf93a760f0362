/** Buttons that copy what an element shows, or a text that is shown shortened; without this script it is there to be selected. */
for (const button of document.querySelectorAll('button[data-copies], button[data-copy]'))
  if (button instanceof HTMLButtonElement) offerCopy(button)

/** @param {HTMLButtonElement} button */
function offerCopy(button) {
  const { copies, copy } = button.dataset
  const source =
    copies === undefined ? button.parentElement?.querySelector('code') : document.getElementById(copies)
  if (!source) return
  button.hidden = false
  button.addEventListener('click', async () => {
    const isCopied = await copyText(source, copy ?? source.textContent ?? '')
    button.textContent = isCopied ? 'Copied' : 'Selected: copy it with the keyboard'
    // A name of its own would go on saying what the button did before.
    button.removeAttribute('aria-label')
  })
}

/**
 * The clipboard is open to https and to this very machine only; elsewhere the text is selected.
 *
 * @param {HTMLElement} source
 * @param {string} text
 */
async function copyText(source, text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    source.textContent = text
    getSelection()?.selectAllChildren(source)
    return false
  }
}
