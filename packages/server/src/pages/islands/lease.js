/**
 * Counts a lease down and renews it while the page is open. The press tells the seconds that are left and those of
 * a whole lease; they are counted by a clock that nobody sets.
 */
const RETRY_SECONDS = 5

for (const element of document.querySelectorAll('.lease'))
  if (element instanceof HTMLElement) keepLease(element)

/** @param {HTMLElement} element */
function keepLease(element) {
  const full = Number(element.dataset.full)
  const left = Number(element.dataset.seconds)
  const lease = { ends: now() + left, renews: now() + left / 2, isRunning: false }
  const countdown = element.querySelector('.countdown')
  const timer = setInterval(async () => {
    const left = lease.ends - now()
    if (countdown)
      countdown.textContent = left > 0 ? `${clock(left)} left, renewed while this page is open.` : ''
    if (left <= 0) return lose()
    if (now() < lease.renews || lease.isRunning) return
    lease.isRunning = true
    const asked = now()
    const answer = await renew(element)
    lease.isRunning = false
    if (answer === 'lost') return lose()
    if (answer === 'later') lease.renews = now() + RETRY_SECONDS
    else Object.assign(lease, { ends: asked + full, renews: asked + full / 2 })
  }, 1000)

  function lose() {
    clearInterval(timer)
    element.classList.add('lost')
    say(element, 'The lease is lost. What you typed is kept; claim the task again.')
    if (countdown) countdown.textContent = ''
  }
}

/**
 * @param {HTMLElement} element
 * @returns {Promise<'renewed' | 'lost' | 'later'>}
 */
async function renew({ dataset }) {
  try {
    const response = await fetch(`/api/v1/tasks/${dataset.task}/heartbeat`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': newKey(),
        'x-csrf-token': dataset.csrf ?? '',
      },
      body: JSON.stringify({ generation: Number(dataset.generation) }),
    })
    if (response.ok) return 'renewed'
    return response.status >= 500 ? 'later' : 'lost'
  } catch {
    return 'later'
  }
}

/** Not every page may use randomUUID: it needs https or this very machine. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

function now() {
  return performance.now() / 1000
}

/** @param {number} seconds */
function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}

/**
 * @param {HTMLElement} element
 * @param {string} words
 */
function say(element, words) {
  const status = element.querySelector('[role=status]')
  if (status) status.textContent = words
}
