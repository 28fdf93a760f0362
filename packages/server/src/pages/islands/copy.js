/** Buttons that copy what an element shows; without this script the text is there to be selected. */
for (const button of document.querySelectorAll('button[data-copies]'))
  if (button instanceof HTMLButtonElement) offerCopy(button)

/** @param {HTMLButtonElement} button */
function offerCopy(button) {
  const source = document.getElementById(button.dataset.copies ?? '')
  if (!source) return
  button.hidden = false
  button.addEventListener('click', async () => {
    const isCopied = await copyText(source)
    button.textContent = isCopied ? 'Copied' : 'Selected: copy it with the keyboard'
  })
}

/**
 * The clipboard is open to https and to this very machine only; elsewhere the text is selected.
 *
 * @param {HTMLElement} source
 */
async function copyText(source) {
  try {
    await navigator.clipboard.writeText(source.textContent ?? '')
    return true
  } catch {
    getSelection()?.selectAllChildren(source)
    return false
  }
}
