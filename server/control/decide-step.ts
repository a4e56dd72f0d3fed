import type { Knex } from 'knex'
import { type ControlRefusal, controlChecks, type HeldFacts, refusalOf } from '../../machines/control.ts'
import { type HeldReservation, type HolderDevice, heldFacts } from '../doors/holder.ts'
import type { Context } from '../kernel/context.ts'
import { controlFacts } from './facts.ts'
import { requestCommands } from './request-commands.ts'
import type { Run, RunStep } from './run-steps.ts'
import { tokenRefusal } from './ticket.ts'

/** `at` = the database's time of the decision. */
type Decided = { readonly step: RunStep; readonly at: Date }

/**
 * Decides a due step under the reservation's lock: commanded, skipped, postponed or failed. The right may have ended
 * since the run began.
 */
export async function decideStep(
  trx: Knex.Transaction,
  context: Pick<Context, 'link'>,
  held: HeldReservation,
  run: Run,
  step: RunStep,
): Promise<Decided> {
  const failed = (reason: string, at = held.at): Decided => ({ step: { ...step, state: 'failed', reason }, at })
  const device = held.devices.find(({ id }) => id === step.deviceId)
  if (!device) return failed('device-not-yours')
  const revoked = run.allowedBy === 'eticket' ? await tokenRefusal(trx, run.tokenId) : null
  if (revoked) return failed(revoked)
  const facts = await heldFacts(trx, held, device.id, null)
  const before = await look(trx, context, run, device, facts)
  if (before.code === 'already-in-state') return { step: { ...step, state: 'skipped' }, at: before.at }
  if (before.code === 'too-fast')
    return {
      at: before.at,
      step: { ...step, dueAt: new Date(before.at.getTime() + Math.ceil(before.restSeconds * 1_000)) },
    }
  const { issued, refused, at } = await requestCommands(trx, context, {
    devices: [device],
    action: run.action,
    by: run.allowedBy,
    held: facts,
    userId: run.userId,
    reservationId: run.reservationId,
    tokenId: run.tokenId,
    runId: run.id,
    accessEventId: run.accessEventId,
    note: run.note ?? '',
  })
  const [first] = issued
  if (first) return { step: { ...step, state: 'issued', deviceCommand: queued(first.deviceCommandId) }, at }
  const [against] = refused
  if (!against) throw new Error(`device ${device.id} was neither commanded nor refused`)
  if (against.code === 'already-in-state') return { step: { ...step, state: 'skipped' }, at }
  return {
    step: { ...failed(against.code).step, deviceCommand: { ...queued(against.deviceCommandId), state: 'refused' } },
    at,
  }
}

/** Returns the refusals that apply now, before any device is locked. */
async function look(
  trx: Knex.Transaction,
  context: Pick<Context, 'link'>,
  { action, allowedBy }: Run,
  { id, gatewayId }: HolderDevice,
  held: HeldFacts,
): Promise<{ code: ControlRefusal | null; restSeconds: number; at: Date }> {
  const linked = await context.link.linkedAmong([gatewayId])
  const { facts, at } = await controlFacts(trx, [id], linked)
  const known = facts.get(id)
  if (!known) throw new Error(`device ${id} is gone`)
  const code = refusalOf(controlChecks({ action, by: allowedBy }, known, held, at))
  return { code, restSeconds: known.restSeconds, at }
}

const queued = (id: string): NonNullable<RunStep['deviceCommand']> => ({
  id,
  state: 'queued',
  reason: null,
  late: false,
  takenAt: null,
  settledAt: null,
  answer: null,
})
