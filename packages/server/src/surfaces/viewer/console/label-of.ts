import type { Option } from './fields.ts'

/** What the console calls one of a few values. */
export function labelOf(options: readonly Option[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value
}
