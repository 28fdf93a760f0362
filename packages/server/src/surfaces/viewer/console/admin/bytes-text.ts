const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const
const STEP = 1024

/** A size as people read it. */
export function bytesText(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP
    unit += 1
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`
}
