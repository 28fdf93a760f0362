import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractPages } from './contract-pages.ts'

// Accepts the contract as it is now: the guard compares the next one with these files.
for (const [path, text] of Object.entries(contractPages()))
  writeFileSync(join(import.meta.dirname, '..', path), text)
