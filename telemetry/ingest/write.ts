import type { Knex } from 'knex'
import type { RoomChange } from '../../contract/changes.ts'
import { publish } from '../../db/outbox.ts'
import { prepared } from '../../db/sql.ts'
import { pipelined, pipelinedTransaction } from '../../db/transaction.ts'
import { applyCommandOutcomes } from '../commands/command-outcomes.ts'
import type { MalfunctionKind } from '../malfunctions/kinds.ts'
import { type Closing, closeMalfunctions, type Opening, openMalfunctions } from '../malfunctions/malfunctions.ts'
import { judge } from '../malfunctions/rules.ts'
import { ofKind } from '../messages/decode.ts'
import { fold } from '../messages/fold.ts'
import { changesOf, namedDevices } from '../views/device.ts'
import { gatewayChanges } from '../views/gateway.ts'
import { malfunctionChanges } from '../views/malfunction.ts'
import { followClosings, type Hint, hintOf, readFacts } from './closings.ts'
import { queueEvents } from './write-events.ts'
import { groupByDevice, readingChanges } from './write-push.ts'
import { writeReceipts } from './write-receipts.ts'
import { lockStates, type NewState, recountChanges, type StoredState, saveStates } from './write-states.ts'
import { type Incoming, writeStreams } from './write-streams.ts'

/** Minimum seconds between two pushes of a device that only measured, unless somebody watches it. */
export const quietSeconds = 30
/** Maximum age in minutes of a message by which a gateway's clock is judged; older ones were kept back. */
const freshMinutes = 15
/** Maximum seconds by which gateways.last_message_at may lag. */
const gatewayLagSeconds = 5

export interface Written {
  /** True for each message that was new, in the given order. */
  readonly stored: boolean[]
}

/**
 * Writes a batch of messages in one transaction: receipts, readings, reports, events, states, malfunctions, closed commands, outbox.
 * Messages must differ in gateway and id. `repeats`: some are likely known, and their devices need no lock. Locks, each ascending:
 * receipts, device_states, gateways, commands, malfunctions. With `careful: false` also throws if a message is known (isKnownReceipt).
 */
export async function writeBatch(
  knex: Knex,
  messages: readonly Incoming[],
  { now, careful, repeats = careful }: { now: Date; careful: boolean; repeats?: boolean },
): Promise<Written> {
  return pipelinedTransaction(knex, async (trx) => {
    const gatewayIds = ascending(messages.map(({ device }) => device.gatewayId))
    const writing = writeReceipts(trx, messages, { careful })
    const wanted = repeats ? messages.filter(await writing) : messages
    const deviceIds = ascending(wanted.map(({ device }) => device.id))
    const [isNew, states, heard, before] = await pipelined([
      writing,
      lockStates(trx, deviceIds),
      touchGateways(trx, messages, now),
      readOpen(trx, deviceIds, gatewayIds, now),
    ])
    const stored = messages.map(isNew)
    const fresh = messages.filter((_, index) => stored[index])
    const changes = await store(trx, fresh, { gatewayIds, states, ...before }, now)
    await publish(trx, [...changes, ...(await gatewayChanges(trx, heard))])
    return { stored }
  })
}

/** What the database holds before the batch, locked. */
interface Before extends OpenNow {
  readonly gatewayIds: readonly number[]
  readonly states: ReadonlyMap<number, StoredState>
}

/** Stores new messages. Returns the changes for screens. */
async function store(
  trx: Knex.Transaction,
  messages: readonly Incoming[],
  { gatewayIds, states, open, watched, closedUntil }: Before,
  now: Date,
): Promise<RoomChange[]> {
  const receivedAt = now.getTime()
  const byDevice = groupByDevice(messages)
  const inOrder = [...byDevice].sort(([one], [other]) => one - other).flatMap(([, said]) => said)

  const saved: NewState[] = []
  const late: number[] = []
  const hints: Hint[] = []
  const openings: Opening[] = []
  const closings: Closing[] = gatewayIds
    .filter((gatewayId) => open.gateways.has(gatewayId))
    .map((gatewayId) => ({ kind: 'gateway-silent', gatewayId, at: now }))
  for (const [deviceId, state] of states) {
    const said = byDevice.get(deviceId) ?? []
    const device = said[0]?.device
    if (!device) continue
    const folded = fold(state, said, receivedAt)
    const { next } = folded
    if (folded.late) late.push(deviceId)
    const hint = hintOf(deviceId, state, next, said)
    if (hint) hints.push(hint)
    const { openRequestedAt } = state
    const verdict = judge(device, { ...next, openRequestedAt }, open.devices.get(deviceId) ?? none, receivedAt)
    for (const { kind, at, detail } of verdict.open) openings.push({ kind, deviceId, at: new Date(at), detail })
    for (const kind of verdict.close) closings.push({ kind, deviceId, at: now })
    if (!folded.visible) continue
    const due = state.pushedAt === null || receivedAt - state.pushedAt >= quietSeconds * 1_000
    saved.push({ deviceId, state: next, push: folded.loud || due || watched.has(deviceId) })
  }

  const shown = saved.filter(({ push }) => push).map(({ deviceId }) => deviceId)
  const hinted = hints.map(({ deviceId }) => deviceId)
  // Facts and views are read as if no command changed; they are read again for devices whose commands did.
  const [, , , settled, facts, views] = await pipelined([
    writeStreams(trx, inOrder, { receivedAt, closedUntil }),
    saveStates(trx, saved, receivedAt),
    recountChanges(trx, late),
    settle(trx, messages, now),
    readFacts(trx, hinted, now),
    namedDevices(trx, shown),
  ])
  await queueEvents(trx, messages, now)
  openings.push(...(await followClosings(trx, hints, settled, now, facts)))
  const malfunctionIds = [...(await openMalfunctions(trx, openings)), ...(await closeMalfunctions(trx, closings))]
  const again = new Set(settled)
  return [
    ...changesOf([...views.filter(({ id }) => !again.has(id)), ...(await namedDevices(trx, settled))]),
    ...(await malfunctionChanges(trx, malfunctionIds)),
    ...(watched.size > 0 ? readingChanges(messages.filter(({ device }) => watched.has(device.id))) : []),
  ]
}

const none: ReadonlySet<MalfunctionKind> = new Set()

const ascending = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b)

/**
 * Updates last_message_at of gateways, ascending, when it lags, and how far their clocks are off. Returns those that are heard for the first
 * time, or again after hours.
 */
async function touchGateways(trx: Knex.Transaction, messages: readonly Incoming[], now: Date): Promise<number[]> {
  const newest = new Map<number, number>()
  for (const { device, at } of messages)
    newest.set(device.gatewayId, Math.max(newest.get(device.gatewayId) ?? -Infinity, at - now.getTime()))
  const gatewayIds = ascending([...newest.keys()])
  // What was kept back says nothing about the clock.
  const ahead = gatewayIds.map((id) => freshAhead(newest.get(id) ?? -Infinity))
  const touched = await prepared<{ id: number; heard: boolean }>(
    trx,
    `WITH due AS (
        SELECT id, last_message_at AS before FROM gateways WHERE id = ANY ($1::integer[])
          AND (last_message_at IS NULL OR last_message_at < $2::timestamptz - make_interval(secs => $3))
        ORDER BY id FOR NO KEY UPDATE)
      UPDATE gateways g SET last_message_at = $2, clock_ahead_ms = coalesce(u.ahead, g.clock_ahead_ms)
        FROM due JOIN unnest($1::integer[], $4::bigint[]) AS u (id, ahead) ON u.id = due.id WHERE g.id = due.id
      RETURNING g.id, (due.before IS NULL OR due.before < $2::timestamptz - interval '3 hours') AS heard`,
    [gatewayIds, now, gatewayLagSeconds, ahead],
  )
  return touched.filter(({ heard }) => heard).map(({ id }) => id)
}

const freshAhead = (aheadMs: number): number | null => (aheadMs >= -freshMinutes * 60_000 ? Math.round(aheadMs) : null)

interface OpenRow {
  device_id: number
  gateway_id: number
  kind: MalfunctionKind | 'watched' | 'rollups'
  closed_until: number
}

interface OpenNow {
  readonly open: Open
  readonly watched: ReadonlySet<number>
  readonly closedUntil: number
}

interface Open {
  readonly devices: ReadonlyMap<number, ReadonlySet<MalfunctionKind>>
  /** Gateways that count as silent. */
  readonly gateways: ReadonlySet<number>
}

/**
 * Reads open malfunctions (not those held open, M-9), watched devices, and the time (ms) before which a message is late for the rollups.
 * Call it after the locks, to miss no opening, and after the receipts, so that a rollup waits for this transaction (T-9).
 */
async function readOpen(
  trx: Knex.Transaction,
  deviceIds: readonly number[],
  gatewayIds: readonly number[],
  now: Date,
): Promise<OpenNow> {
  const rows = await prepared<OpenRow>(
    trx,
    `SELECT device_id, gateway_id, kind, NULL::float8 AS closed_until FROM malfunctions WHERE closed_at IS NULL AND right_since IS NULL AND device_id = ANY ($1::integer[])
      UNION ALL SELECT NULL, gateway_id, kind, NULL FROM malfunctions
        WHERE closed_at IS NULL AND right_since IS NULL AND device_id IS NULL AND gateway_id = ANY ($2::integer[])
      UNION ALL SELECT device_id, NULL, 'watched', NULL FROM watched_devices WHERE device_id = ANY ($1::integer[]) AND until > $3
      UNION ALL SELECT NULL, NULL, 'rollups', (extract(epoch FROM closing_until) * 1000)::float8 FROM rollup_state`,
    [deviceIds, gatewayIds, now],
  )
  const devices = new Map<number, Set<MalfunctionKind>>()
  const gateways = new Set<number>()
  const watched = new Set<number>()
  let closedUntil = Number.NEGATIVE_INFINITY
  for (const { device_id: deviceId, gateway_id: gatewayId, kind, closed_until: closed } of rows) {
    if (kind === 'rollups') closedUntil = closed
    else if (kind === 'watched') watched.add(deviceId)
    else if (deviceId === null) gateways.add(gatewayId)
    else devices.set(deviceId, (devices.get(deviceId) ?? new Set()).add(kind))
  }
  return { open: { devices, gateways }, watched, closedUntil }
}

/** Applies answers and status reports to their commands. Returns the devices whose view changes. */
async function settle(trx: Knex.Transaction, messages: readonly Incoming[], now: Date): Promise<number[]> {
  const answers = ofKind(messages, 'answer').map(({ device, at, body }) => ({
    gatewayId: device.gatewayId,
    deviceId: device.id,
    deviceCommandId: body.order,
    result: body.result,
    reason: body.reason,
    at: new Date(at),
  }))
  const reports = ofKind(messages, 'status').map(({ device, at, body }) => ({
    deviceId: device.id,
    status: body.status,
    doorState: body.door ?? null,
    at: new Date(at),
  }))
  if (answers.length === 0 && reports.length === 0) return []
  return (await applyCommandOutcomes(trx, { answers, reports }, now)).deviceIds
}
