import type { BodyOf, Operations } from '@colophon/contract'
import { addDays } from '../../src/core/utc-day.ts'

type EvidenceBody = BodyOf<Operations['createEvidence']>

/** A row of evidence as somebody writes it down. */
export function manualEvidence(checkedAt: string, differs: Partial<EvidenceBody> = {}): EvidenceBody {
  return {
    method: 'manual-source-v1',
    subject: 'The rule for leap years',
    selector: 'section 3, first sentence',
    source_locator: 'https://www.rfc-editor.org/rfc/rfc3339#appendix-C',
    observed_result: 'A year divisible by 400 is a leap year.',
    tool: { name: 'curl', version: '8.5.0' },
    source_lineage: 'The RFC itself, from its publisher.',
    limitations: 'Says nothing about calendars before 1582.',
    checked_at: checkedAt,
    expires_at: addDays(checkedAt, 30),
    ...differs,
  }
}

/** A locator to be fetched. */
export function urlEvidence(locator: string): EvidenceBody {
  return { method: 'url-transport-v1', subject: 'The source', selector: 'the page', source_locator: locator }
}
