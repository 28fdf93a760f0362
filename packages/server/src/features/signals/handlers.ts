import type { AnswerOf, ClosedLists, Operations } from '@colophon/contract'
import type { App } from '../../app.ts'
import { applySignal, listReportsNear } from '../../catalog/apply-signals.ts'
import type { CallOf, Handler } from '../../catalog/handler.ts'
import type { RevisionInSite } from '../../catalog/visibility.ts'
import { ONE_COMMAND, ONE_SIGNAL, spend } from '../../command/allowance.ts'
import { created, ok, type Reply } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { problem } from '../../core/problem.ts'
import { nextInstant, utcDay } from '../../core/utc-day.ts'
import type { SignalReportRow } from '../../storage/rows/signals.ts'
import {
  decideCorrection,
  isSameReport,
  isWithdrawal,
  meaningOf,
  reportOf,
  type SignalReport,
} from './rules.ts'
import { addEvent, addReport, changeReport } from './store.ts'

type SignalReply = AnswerOf<Operations['getSignalReport']>

export const reportSignal: Handler<'reportSignal'> = (app, call) =>
  command(app, call, async (unit, { revision }) => {
    const said = { value: call.body.value, comment: call.body.comment ?? null }
    const today = utcDay(unit.now)
    const own = { identity_id: unit.caller.identityId, entry_id: revision.entry_id, day: today }
    const reports = await listReportsNear(unit.tx, own)
    const standing = reports.find((report) => report.target_hash === revision.sha256 && report.day === today)
    if (standing !== undefined) return repeat(app, unit, { standing, said })
    const usage = await spend(unit, app.settings.limits, ONE_SIGNAL)
    const report = await addFirst(unit, revision, said)
    await applySignal(unit.tx, revision.entry_id, { before: null, after: report, others: reports })
    return { ...created(receiptOf(report, unit.caller.participantId)), usage }
  })

/** The same again changes nothing; something else is for a correction, which names the event that it follows. */
async function repeat(
  app: App,
  unit: UnitOfWork,
  { standing, said }: { standing: SignalReportRow; said: SignalReport },
): Promise<Reply<SignalReply>> {
  const usage = await spend(unit, app.settings.limits, ONE_COMMAND)
  const receipt = receiptOf(standing, unit.caller.participantId)
  if (!isSameReport(reportOf(standing), said))
    throw problem(
      'signal_already_reported',
      'You already reported this revision today. Correct the report that `current` names.',
      {
        current: receipt,
      },
    )
  return { ...ok(receipt), usage }
}

async function addFirst(
  unit: UnitOfWork,
  target: RevisionInSite,
  said: SignalReport,
): Promise<SignalReportRow> {
  const report: SignalReportRow = {
    identity_id: unit.caller.identityId,
    entry_id: target.entry_id,
    day: utcDay(unit.now),
    target_hash: target.sha256,
    report_id: unit.newId(),
    topic_id: target.topic_id,
    ...said,
    received_at: unit.now,
    updated_at: unit.now,
    last_event_id: unit.newId(),
  }
  await addReport(unit.tx, report)
  await noteEvent(unit, report, { event: 'reported', previous: null })
  return report
}

export const getSignalReport: Handler<'getSignalReport'> = async (app, call) => {
  const { report } = await call.resolveResources(app.storage.read)
  return ok(receiptOf(report, call.caller.participantId))
}

export const correctSignal: Handler<'correctSignal'> = (app, call) =>
  command(app, call, async (unit, { report }) => {
    const usage = await spendCorrection(app, unit, { report, body: call.body })
    const said = decideCorrection(report, call.body)
    if (said === null) return { ...ok(receiptOf(report, unit.caller.participantId)), usage }
    const corrected = await correct(unit, report, said)
    return { ...ok(receiptOf(corrected, unit.caller.participantId)), usage }
  })

/** The allowance comes before the state: what a refused command would have used goes with its transaction. */
async function spendCorrection(
  app: App,
  unit: UnitOfWork,
  { report, body }: { report: SignalReportRow; body: CallOf<'correctSignal'>['body'] },
) {
  if (isWithdrawal(reportOf(report), { value: body.value, comment: null })) return null
  return spend(unit, app.settings.limits, ONE_COMMAND)
}

async function correct(
  unit: UnitOfWork,
  report: SignalReportRow,
  said: SignalReport,
): Promise<SignalReportRow> {
  const corrected = {
    ...report,
    ...said,
    // The order of a report's events is that of what happened.
    updated_at: nextInstant(report.updated_at, unit.now),
    last_event_id: unit.newId(),
  }
  const reports = await listReportsNear(unit.tx, report)
  const others = reports.filter(({ report_id }) => report_id !== report.report_id)
  await changeReport(unit.tx, corrected)
  await noteEvent(unit, corrected, {
    event: said.value === null ? 'withdrawn' : 'corrected',
    previous: report.value,
  })
  await applySignal(unit.tx, report.entry_id, { before: report, after: corrected, others })
  return corrected
}

async function noteEvent(
  unit: UnitOfWork,
  report: SignalReportRow,
  change: { event: ClosedLists['signalEvent']; previous: SignalReportRow['value'] },
): Promise<void> {
  await addEvent(unit.tx, {
    occurred_at: report.updated_at,
    event_id: report.last_event_id,
    report_id: report.report_id,
    topic_id: report.topic_id,
    event: change.event,
    value: report.value,
    previous_value: change.previous,
    meaning: meaningOf(reportOf(report).value),
    comment: report.comment,
  })
}

export function receiptOf(report: SignalReportRow, participantId: string): SignalReply {
  return {
    report_id: report.report_id,
    participant_id: participantId,
    target_hash: report.target_hash,
    entry_id: report.entry_id,
    value: reportOf(report).value,
    comment: report.comment,
    received_at: report.received_at,
    updated_at: report.updated_at,
    last_event_id: report.last_event_id,
  }
}
