import type { Knex } from 'knex'
import { quietSeconds } from '../ingest/write.ts'
import { pushChanges } from '../ingest/write-push.ts'
import { type Closing, closeMalfunctions, type Opening, openMalfunctions } from '../malfunctions/malfunctions.ts'
import { doorLeftOpen, isSilent } from '../malfunctions/rules.ts'
import { sweepGateways, warnOfSilentGateways } from './silence-gateways.ts'
import { type QuietDevice, readQuietDevices } from './silence-read.ts'

/** Maximum devices of one transaction. */
const page = 500

export interface Swept {
  readonly opened: number
  readonly closed: number
  /** Gateways to be warned about by mail. */
  readonly warned: number
  /** Devices whose measured values were pushed late. */
  readonly shown: number
}

/**
 * Finds what only time shows at `now`: silent gateways and devices, doors left open, warnings that are due, measured
 * values not pushed yet. `since` = start of the portal: earlier silence does not count, so a restart raises no alarms.
 * Works in pages with short transactions; may run twice at once.
 */
export async function sweepSilence(knex: Knex, now: Date, since: Date = new Date(0)): Promise<Swept> {
  const gateways = await sweepGateways(knex, now, since)
  let { opened, closed } = gateways
  for (let after = 0; ; ) {
    const devices = await readQuietDevices(knex, now, { after, limit: page })
    const ids = devices.flatMap((device) => (isAny(decide(device, now, since)) ? device.id : []))
    if (ids.length > 0) {
      const changed = await changeDevices(knex, ids, now, since)
      opened += changed.opened
      closed += changed.closed
    }
    const last = devices.at(-1)
    if (devices.length < page || !last) break
    after = last.id
  }
  return { opened, closed, warned: await warnOfSilentGateways(knex, now), shown: await showQuiet(knex, now) }
}

interface Decision {
  readonly silent: boolean
  readonly open: readonly Opening[]
  readonly close: readonly Closing[]
}

/** Decides what becomes of a device (rules M-1, M-2, M-6, M-7). */
function decide(device: QuietDevice, now: Date, since: Date): Decision {
  const deviceId = device.id
  if (!device.monitored && device.open.size + device.held.size > 0)
    return {
      silent: false,
      open: [],
      close: [...device.open, ...device.held].map((kind) => ({ kind, deviceId, at: now })),
    }
  const at = now.getTime()
  const notBefore = [since.getTime(), device.gateway.backAt]
  const silent = isSilent({ ...device, notBefore }, at)
  const open: Opening[] = []
  if (silent && device.monitored && gatewaySpeaks(device, at) && !device.open.has('unreachable'))
    open.push({
      kind: 'unreachable',
      deviceId,
      at: now,
      detail: { since: new Date(device.lastMessageAt).toISOString() },
    })
  const door = doorLeftOpen(device, device, at)
  if (door && device.monitored && device.reachable && !silent && !device.open.has('stuck-door'))
    open.push({ kind: 'stuck-door', deviceId, at: new Date(door.at), detail: door.detail })
  return { silent: silent && device.reachable, open, close: [] }
}

/** A gateway counts as heard until one interval after its last message: a silent device is then the device's own fault. */
function gatewaySpeaks({ gateway, reportIntervalS }: QuietDevice, now: number): boolean {
  if (gateway.silent) return false
  return gateway.linked || (gateway.lastMessageAt !== null && now - gateway.lastMessageAt <= reportIntervalS * 1_000)
}

function isAny({ silent, open, close }: Decision): boolean {
  return silent || open.length > 0 || close.length > 0
}

/** Decides again under the locks, writes and publishes. */
async function changeDevices(
  knex: Knex,
  ids: readonly number[],
  now: Date,
  since: Date,
): Promise<{ opened: number; closed: number }> {
  return knex.transaction(async (trx) => {
    const devices = await readQuietDevices(trx, now, { ids })
    const decided = devices.map((device) => ({ id: device.id, ...decide(device, now, since) }))
    const silent = decided.flatMap((each) => (each.silent ? each.id : []))
    const openings = decided.flatMap(({ open }) => open)
    const closings = decided.flatMap(({ close }) => close)
    if (silent.length > 0)
      await trx.raw(
        `UPDATE device_states SET reachable = false, version = nextval('change_version'), pushed_at = ?, push_due = false
         WHERE device_id = ANY (?)`,
        [now, silent],
      )
    const opened = await openMalfunctions(trx, openings)
    const closed = await closeMalfunctions(trx, closings)
    await pushChanges(trx, { deviceIds: silent, malfunctionIds: [...opened, ...closed] })
    return { opened: opened.length, closed: closed.length }
  })
}

/** Pushes measured values that were held back. Returns the number of devices. */
async function showQuiet(knex: Knex, now: Date): Promise<number> {
  const before = new Date(now.getTime() - quietSeconds * 1_000)
  for (let shown = 0; ; ) {
    const step = await knex.transaction(async (trx) => {
      const { rows } = await trx.raw<{ rows: { device_id: number }[] }>(
        `WITH due AS (SELECT device_id FROM device_states WHERE push_due AND (pushed_at IS NULL OR pushed_at < ?)
           ORDER BY device_id LIMIT ? FOR NO KEY UPDATE SKIP LOCKED)
         UPDATE device_states s SET version = nextval('change_version'), pushed_at = ?, push_due = false
         FROM due WHERE s.device_id = due.device_id RETURNING s.device_id`,
        [before, page, now],
      )
      await pushChanges(trx, { deviceIds: rows.map((row) => row.device_id) })
      return rows.length
    })
    shown += step
    if (step < page) return shown
  }
}
