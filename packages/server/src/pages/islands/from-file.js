/** Fills a field with the text of a file, which leaves the browser with the form alone. */
for (const part of document.querySelectorAll('[data-fills]')) if (part instanceof HTMLElement) offerFile(part)

/** @param {HTMLElement} part */
function offerFile(part) {
  const field = document.getElementById(part.dataset.fills ?? '')
  const chooser = part.querySelector('input[type=file]')
  if (!(field instanceof HTMLTextAreaElement) || !(chooser instanceof HTMLInputElement)) return
  part.hidden = false
  chooser.addEventListener('change', async () => {
    const file = chooser.files?.[0]
    if (file) field.value = await file.text()
  })
}
