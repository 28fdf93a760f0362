import type { AnswerOf, Operations } from '@colophon/contract'
import type { App } from '../../app.ts'
import { applySignal, listReportsNear } from '../../catalog/apply-signals.ts'
import type { CallOf, Handler } from '../../catalog/handler.ts'
import type { RevisionInSite } from '../../catalog/seen.ts'
import type { Act } from '../../command/act.ts'
import { ONE_COMMAND, ONE_SIGNAL, spend } from '../../command/allowance.ts'
import { created, ok, type Reply } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import { problem } from '../../core/problem.ts'
import { nextInstant, utcDay } from '../../core/utc-day.ts'
import type { SignalReportRow } from '../../storage/rows/signals.ts'
import { decideCorrection, isSame, isWithdrawal, meaningOf, type Said, saidOf } from './rules.ts'
import { addEvent, addReport, changeReport } from './store.ts'

export type Receipt = AnswerOf<Operations['getSignalReport']>

export const reportSignal: Handler<'reportSignal'> = (app, call) =>
  command(app, call, async (act, { revision }) => {
    const said = { value: call.body.value, comment: call.body.comment ?? null }
    const today = utcDay(act.now)
    const own = { identity_id: act.caller.identityId, entry_id: revision.entry_id, day: today }
    const reports = await listReportsNear(act.tx, own)
    const standing = reports.find((report) => report.target_hash === revision.sha256 && report.day === today)
    if (standing !== undefined) return repeat(app, act, { standing, said })
    const usage = await spend(act, app.settings.limits, ONE_SIGNAL)
    const report = await addFirst(act, revision, said)
    await applySignal(act.tx, revision.entry_id, { before: null, after: report, others: reports })
    return { ...created(receiptOf(report, act.caller.participantId)), usage }
  })

/** The same again changes nothing; something else is for a correction, which names the event that it follows. */
async function repeat(
  app: App,
  act: Act,
  { standing, said }: { standing: SignalReportRow; said: Said },
): Promise<Reply<Receipt>> {
  const usage = await spend(act, app.settings.limits, ONE_COMMAND)
  const receipt = receiptOf(standing, act.caller.participantId)
  if (!isSame(saidOf(standing), said))
    throw problem(
      'signal_already_reported',
      'Your report of today says something else; correct it instead.',
      {
        current: receipt,
      },
    )
  return { ...ok(receipt), usage }
}

async function addFirst(act: Act, target: RevisionInSite, said: Said): Promise<SignalReportRow> {
  const report: SignalReportRow = {
    identity_id: act.caller.identityId,
    entry_id: target.entry_id,
    day: utcDay(act.now),
    target_hash: target.sha256,
    report_id: act.newId(),
    topic_id: target.topic_id,
    ...said,
    received_at: act.now,
    updated_at: act.now,
    last_event_id: act.newId(),
  }
  await addReport(act.tx, report)
  await noteEvent(act, report, { event: 'reported', previous: null })
  return report
}

export const getSignalReport: Handler<'getSignalReport'> = async (app, call) => {
  const { report } = await call.see(app.storage.read)
  return ok(receiptOf(report, call.caller.participantId))
}

export const correctSignal: Handler<'correctSignal'> = (app, call) =>
  command(app, call, async (act, { report }) => {
    const usage = await spendCorrection(app, act, { report, body: call.body })
    const said = decideCorrection(report, call.body)
    if (said === null) return { ...ok(receiptOf(report, act.caller.participantId)), usage }
    const corrected = await correct(act, report, said)
    return { ...ok(receiptOf(corrected, act.caller.participantId)), usage }
  })

/** The allowance comes before the state: what a refused command would have used goes with its transaction. */
async function spendCorrection(
  app: App,
  act: Act,
  { report, body }: { report: SignalReportRow; body: CallOf<'correctSignal'>['body'] },
) {
  if (isWithdrawal(saidOf(report), { value: body.value, comment: null })) return null
  return spend(act, app.settings.limits, ONE_COMMAND)
}

async function correct(act: Act, report: SignalReportRow, said: Said): Promise<SignalReportRow> {
  const corrected = {
    ...report,
    ...said,
    // The order of a report's events is that of what happened.
    updated_at: nextInstant(report.updated_at, act.now),
    last_event_id: act.newId(),
  }
  const reports = await listReportsNear(act.tx, report)
  const others = reports.filter(({ report_id }) => report_id !== report.report_id)
  await changeReport(act.tx, corrected)
  await noteEvent(act, corrected, {
    event: said.value === null ? 'withdrawn' : 'corrected',
    previous: report.value,
  })
  await applySignal(act.tx, report.entry_id, { before: report, after: corrected, others })
  return corrected
}

async function noteEvent(
  act: Act,
  report: SignalReportRow,
  change: { event: 'reported' | 'corrected' | 'withdrawn'; previous: string | null },
): Promise<void> {
  await addEvent(act.tx, {
    occurred_at: report.updated_at,
    event_id: report.last_event_id,
    report_id: report.report_id,
    topic_id: report.topic_id,
    event: change.event,
    value: report.value,
    previous_value: change.previous,
    meaning: meaningOf(saidOf(report).value),
    comment: report.comment,
  })
}

export function receiptOf(report: SignalReportRow, participantId: string): Receipt {
  return {
    report_id: report.report_id,
    participant_id: participantId,
    target_hash: report.target_hash,
    entry_id: report.entry_id,
    value: saidOf(report).value,
    comment: report.comment,
    received_at: report.received_at,
    updated_at: report.updated_at,
    last_event_id: report.last_event_id,
  }
}
