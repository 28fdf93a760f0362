/** Drives a recovery job to its end, step by step, and shows meanwhile how far another driver has come. */
const RETRY_MILLISECONDS = 2000
const REFRESH_MILLISECONDS = 3000
/** A press that loses what it is sent is sent it again, but not for ever. */
const MOST_REPAIRS = 3

const drive = document.querySelector('#drive')
const button = document.querySelector('#to-the-end')
if (drive instanceof HTMLElement && button instanceof HTMLButtonElement) {
  button.hidden = false
  button.addEventListener('click', () => {
    button.disabled = true
    driveOn(drive, button)
  })
  setInterval(() => {
    if (!button.disabled) refresh(drive.dataset.job ?? '')
  }, REFRESH_MILLISECONDS)
}

/**
 * Somebody else may drive the same job.
 *
 * @param {string} id
 */
async function refresh(id) {
  const response = await fetch('/api/v1/admin/recovery/staged').catch(() => null)
  const answer = response?.ok ? await response.json().catch(() => null) : null
  if (answer?.job?.job_id === id) advance(answer.job)
}

/**
 * Shows where the job stands; true once it is complete.
 *
 * @param {Job} job
 */
function advance(job) {
  const isComplete = job.state === 'complete'
  if (isComplete) location.assign('/console/admin/recovery?notice=recovery_completed')
  else show(job)
  return isComplete
}

/**
 * @param {HTMLElement} drive
 * @param {HTMLButtonElement} button
 */
async function driveOn(drive, button) {
  const next = {
    expected_phase: textOf('/expected_phase'),
    expected_cursor: textOf('/expected_cursor') || null,
    expected_offset: Number(textOf('/expected_offset')),
  }
  let key = newKey()
  for (let repairs = 0; ; ) {
    const answer = await step(drive.dataset.job ?? '', next, key)
    if (answer === null) {
      say('The press does not answer; it is asked again.')
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS))
      continue
    }
    if ('problem' in answer) {
      if (answer.missing.length > 0) {
        repairs += 1
        if (repairs <= MOST_REPAIRS && (await isBrought(answer.missing))) continue
        // The page of the refused step lists what is missing, and how to bring it.
        return drive.querySelector('form')?.requestSubmit()
      }
      say(answer.problem)
      button.disabled = false
      return
    }
    const { job } = answer
    repairs = 0
    if (advance(job)) return
    next.expected_phase = job.phase
    next.expected_cursor = job.cursor
    next.expected_offset = job.offset
    key = newKey()
  }
}

/**
 * @typedef {{state: string, phase: string, cursor: string | null, offset: number,
 *   progress: {done: number, total: number}}} Job
 */

/**
 * null where nothing answered: the same step is asked for again with the same key.
 *
 * @param {string} job
 * @param {object} body
 * @param {string} key
 * @returns {Promise<{job: Job} | {problem: string, missing: string[]} | null>}
 */
async function step(job, body, key) {
  const response = await fetch(`/api/v1/admin/recovery/staged/${job}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-csrf-token': textOf('csrf_token'),
    },
    body: JSON.stringify(body),
  }).catch(() => null)
  if (response === null || response.status >= 500) return null
  const answer = await response.json().catch(() => null)
  if (response.ok) return { job: answer }
  return {
    problem: answer?.detail ?? `The press answered ${response.status}.`,
    missing: answer?.missing ?? [],
  }
}

/**
 * Whether all of it came from the folder that was chosen.
 *
 * @param {string[]} hashes
 */
async function isBrought(hashes) {
  const asked = new CustomEvent('lacking', { detail: { hashes, bringing: Promise.resolve(false) } })
  document.querySelector('#material')?.dispatchEvent(asked)
  return await asked.detail.bringing
}

/** @param {Job} job */
function show(job) {
  const progress = document.querySelector('#progress')
  if (progress instanceof HTMLProgressElement) {
    progress.max = Math.max(1, job.progress.total)
    progress.value = job.progress.done
  }
  const done = document.querySelector('#done')
  if (done) done.textContent = `${job.progress.done} of ${job.progress.total}`
  keep('/expected_phase', job.phase)
  keep('/expected_cursor', job.cursor ?? '')
  keep('/expected_offset', String(job.offset))
}

/** @param {string} words */
function say(words) {
  const said = document.querySelector('#said')
  if (said) said.textContent = words
}

/** @param {string} name */
function fieldNamed(name) {
  const field = document.querySelector(`#drive input[name="${name}"]`)
  return field instanceof HTMLInputElement ? field : null
}

/** @param {string} name */
function textOf(name) {
  return fieldNamed(name)?.value ?? ''
}

/**
 * @param {string} name
 * @param {string} value
 */
function keep(name, value) {
  const field = fieldNamed(name)
  if (field) field.value = value
}

/** Not every page may use randomUUID: it needs https or this very machine. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
