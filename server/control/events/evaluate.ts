import type { Knex } from 'knex'
import { withRetry } from '../../../db/retry.ts'
import { letInBy } from '../../../telemetry/ingest/write-events.ts'
import type { Context } from '../../kernel/context.ts'
import { qrPrefix } from '../qr.ts'
import type { AccessEvent, Verdict } from './event.ts'
import { evaluateLetIn } from './let-in.ts'
import { evaluatePin } from './pin.ts'
import { evaluatePlate } from './plate.ts'
import { evaluateQr } from './qr-seen.ts'
import { evaluateRfid } from './rfid.ts'
import { dismissStale, listWaiting, patienceMs, type Waiting } from './waiting.ts'

/** Devices whose events are evaluated concurrently. */
const lanes = 4

/**
 * Evaluates what gateways saw, each event once and in its own transaction, those of one device in the order of their
 * times; returns how many. A failure is logged and retried in the next round. `now` is for tests; otherwise the
 * database's clock decides.
 */
export async function evaluateEvents(context: Context, now?: Date): Promise<number> {
  const failed: number[] = []
  for (let total = 0; ; ) {
    let moved = await dismissStale(context.deviceKnex, now ?? null)
    const work = byDevice(await listWaiting(context.deviceKnex, failed, now ?? null))
    const lane = async (): Promise<void> => {
      for (let events = work.shift(); events; events = work.shift())
        for (const { id } of events) {
          const done = await evaluateOne(context, id, now ?? null)
          if (done === null) failed.push(id)
          else if (done) moved += 1
        }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    total += moved
    // The rest is being evaluated elsewhere, or has failed here.
    if (moved === 0) return total
  }
}

function byDevice(events: readonly Waiting[]): Waiting[][] {
  const groups = new Map<number, Waiting[]>()
  for (const event of events) groups.set(event.deviceId, [...(groups.get(event.deviceId) ?? []), event])
  return [...groups.values()]
}

/** Returns true if it was evaluated here, false if another process has taken it, null if it failed. */
async function evaluateOne(context: Context, id: number, now: Date | null): Promise<boolean | null> {
  try {
    return await withRetry(() => context.deviceKnex.transaction((trx) => evaluateLocked(trx, context, id, now)))
  } catch (error) {
    context.log.error({ err: error, accessEvent: id }, 'event at a door could not be judged')
    return null
  }
}

async function evaluateLocked(trx: Knex.Transaction, context: Context, id: number, now: Date | null): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: AccessEvent[] }>(
    `select e.id, e.gateway_id as "gatewayId", e.device_id as "deviceId", d.site_id as "siteId", e.at, e.received_at as "receivedAt",
       (select allow_offline_caching from gateways where id = e.gateway_id) as caches,
       e.event, coalesce(e.value, '') as value, coalesce(?::timestamptz, clock_timestamp()) as now
     from access_events e join devices d on d.id = e.device_id
     where e.id = ? and e.judged_at is null for update of e skip locked`,
    [now, id],
  )
  const [event] = rows
  if (!event) return false
  const { outcome, reservationId, runId } = await verdictOn(trx, context, event)
  await trx('access_events')
    .where({ id })
    .update({
      outcome,
      judged_at: event.now,
      reservation_id: reservationId ?? null,
      run_id: runId ?? null,
      ...(event.event === 'pin-entered' && !letInBy.test(event.value) ? { value: null } : {}),
    })
  return true
}

function verdictOn(trx: Knex.Transaction, context: Context, event: AccessEvent): Promise<Verdict> | Verdict {
  // From another gateway it is what somebody held to its reader.
  const letIn = event.caches ? letInBy.exec(event.value)?.[1] : undefined
  if (letIn) return evaluateLetIn(trx, event, Number(letIn))
  // A gateway's clock may be fast: no event is younger than its receipt.
  const seenAt = Math.min(event.at.getTime(), event.receivedAt.getTime())
  if (event.now.getTime() - seenAt > patienceMs) return { outcome: 'too-late' }
  if (event.event === 'plate-seen') return evaluatePlate(trx, context, event)
  if (event.event === 'pin-entered') return evaluatePin(trx, context, event)
  return event.value.trim().startsWith(qrPrefix) ? evaluateQr(trx, context, event) : evaluateRfid(trx, context, event)
}
