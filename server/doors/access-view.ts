import type { Knex } from 'knex'
import type { AccessView, RunView } from '../../contract/control/own.ts'
import type { BoughtRules } from '../../contract/reservations/view.ts'
import { prepared } from '../../db/sql.ts'
import { priceSteps } from '../../machines/overstay.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import { opensAt } from '../../machines/reservation-rules.ts'
import { boughtRules } from '../claims/bought-rules.ts'
import { wireTime } from '../kernel/sql.ts'
import { type GraceRow, graceOf } from './grace.ts'
import { type HolderDevice, heldBlocked, heldDevices } from './holder.ts'
import { sold } from './sold.ts'
import { graceColumns } from './stay-sql.ts'
import { readOverstayTerms } from './terms.ts'

/** What a reservation opens, for its owner and for a guest: of one moment, with one version. */
export interface ReadAccess {
  readonly reservationId: number
  readonly version: number
  readonly userId: number | null
  /** The database's time of the read. */
  readonly now: Date
  readonly owner: AccessView
  readonly guest: AccessView
}

interface Row
  extends GraceRow,
    Pick<AccessView, 'reservationId' | 'number' | 'state' | 'blocked' | 'site' | 'rfidToken'> {
  version: number
  userId: number | null
  now: Date
  start: Date
  end: Date
  rules: Partial<BoughtRules>
  devices: HolderDevice[]
  entriesUsed: number
  exitsUsed: number
  pin: string | null
  licencePlate: string | null
  useAutomaticAccess: boolean
  consent: boolean
  gpsSold: boolean
  plateSold: boolean
  fence: AccessView['automatic']['gps']['fence']
  run: RunView | null
}

/** Returns views of head reservations by id, in the order of the ids, without children and missing ones. */
export async function readAccess(trx: Knex, ids: readonly number[]): Promise<ReadAccess[]> {
  if (ids.length === 0) return []
  const rows = await prepared<Row>(trx, accessSql, { ids: [...ids] })
  const byId = new Map<number, ReadAccess>()
  for (const row of rows) byId.set(row.reservationId, await read(trx, row))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function read(trx: Knex, row: Row): Promise<ReadAccess> {
  const { start, end, now, pin } = row
  const rules = boughtRules(row.rules)
  const { graceUntil, entryLimit, exitLimit } = graceOf(row, { ...row, rules }, now)
  const opens = opensAt({ start, prebookMinMinutes: rules.prebookMinMinutes })
  const facts = { state: row.state, start, end, prebookMinMinutes: rules.prebookMinMinutes, graceUntil }
  const isOpen = reservationRefusal('OPEN', facts, now) === null
  const { useAutomaticAccess: wanted, consent, fence } = row
  const gps = { allowed: rules.gpsEnabled && row.gpsSold, wanted, consent, fence }
  const plateAllowed = rules.lprEnabled && row.plateSold
  const owner: AccessView = {
    reservationId: row.reservationId,
    number: row.number,
    state: row.state,
    start: start.toISOString(),
    end: end.toISOString(),
    opensAt: opens.toISOString(),
    prebookMinMinutes: rules.prebookMinMinutes,
    blocked: row.blocked,
    site: row.site,
    devices: row.devices.map(deviceOf),
    openings: { entriesUsed: row.entriesUsed, entryLimit, exitsUsed: row.exitsUsed, exitLimit },
    overstay: await overstayOf(trx, row, graceUntil),
    pin: isOpen ? pin : null,
    rfidToken: row.rfidToken,
    automatic: { gps, plate: { allowed: plateAllowed, plate: row.licencePlate } },
    run: row.run,
  }
  const guest: AccessView = {
    ...owner,
    overstay: owner.overstay && { ...owner.overstay, prices: [] },
    rfidToken: null,
    automatic: { gps, plate: { allowed: plateAllowed, plate: null } },
  }
  return { reservationId: row.reservationId, version: row.version, userId: row.userId, now, owner, guest }
}

/**
 * Returns the price of staying longer over time, for a screen that shows it by the clock; only people with an account
 * pay.
 */
async function overstayOf(
  trx: Knex,
  { reservationId, userId }: Row,
  until: Date | null,
): Promise<AccessView['overstay']> {
  if (until === null) return null
  const terms = userId === null ? null : await readOverstayTerms(trx, reservationId, until)
  const prices = terms === null ? [] : priceSteps(terms)
  const wired = prices.map((step) => ({ until: step.until.toISOString(), cents: step.cents }))
  return { until: until.toISOString(), prices: wired }
}

function deviceOf(device: HolderDevice): AccessView['devices'][number] {
  const { main, mandatory, pathNumber, pathName, pathIcon, sequenceNumber, postActionDelayMs, barrier } = device
  const path = { pathNumber, pathName, pathIcon, sequenceNumber }
  return { deviceId: device.id, main, mandatory, ...path, postActionDelayMs, access: [...device.access], barrier }
}

const deviceCommand = `jsonb_build_object('id', o.id, 'supportCode', o.support_code, 'action', o.action, 'state', o.state, 'reason', o.reason,
  'issuedAt', ${wireTime('o.issued_at')}, 'deadline', ${wireTime('o.deadline')}, 'sentAt', ${wireTime('o.sent_at')},
  'takenAt', ${wireTime('o.taken_at')}, 'settledAt', ${wireTime('o.settled_at')}, 'late', o.late)`

const steps = `(select jsonb_agg(jsonb_build_object('deviceId', t.device_id, 'name', d.name, 'state', t.state, 'dueAt', ${wireTime('t.due_at')},
    'reason', t.reason, 'deviceCommand', case when o.id is not null then ${deviceCommand} end) order by t.place)
  from control_steps t join devices d on d.id = t.device_id left join device_commands o on o.id = t.device_command_id where t.run_id = c.id)`

const lastRun = `select c.version, jsonb_build_object('id', c.id, 'action', c.action, 'state', c.state, 'allowedBy', c.allowed_by,
    'startedAt', ${wireTime('c.created_at')}, 'endedAt', ${wireTime('c.ended_at')},
    'stoppedAt', (select jsonb_build_object('deviceId', d.id, 'name', d.name) from devices d where d.id = c.stopped_at_device_id),
    'reason', c.reason, 'countsAs', c.counts_as, 'givenBack', c.given_back, 'steps', ${steps}) as view
  from control_runs c where c.reservation_id = r.id and c.kind = 'path' order by c.created_at desc, c.version desc limit 1`

const accessSql = `
  select r.id as "reservationId", greatest(r.version, (select max(f.version) from reservations f where f.parent_id = r.id), run.version) as version,
    r.user_id as "userId", statement_timestamp() as now, r.number, r.state, r.starts_at as start, r.ends_at as end, ${heldBlocked} as blocked,
    jsonb_build_object('id', s.id, 'name', coalesce(s.full_name, s.name), 'timeZone', s.time_zone) as site,
    r.rules, ${heldDevices} as devices, r.entries_used as "entriesUsed", r.exits_used as "exitsUsed", r.pin, r.rfid_token as "rfidToken",
    r.licence_plate as "licencePlate", r.use_automatic_access as "useAutomaticAccess", coalesce(u.allows_automatic_access, false) as consent,
    ${sold('r', 'GPS')} as "gpsSold", ${sold('r', 'LPR')} as "plateSold",
    case when l.latitude is not null and l.longitude is not null then
      jsonb_build_object('latitude', l.latitude, 'longitude', l.longitude, 'radiusM', s.geofence_m) end as fence,
    run.view as run, ${graceColumns('r')}
  from reservations r
  join sites s on s.id = r.site_id
  left join locations l on l.id = s.location_id
  left join events e on e.id = r.event_id
  left join users u on u.id = r.user_id
  left join lateral (${lastRun}) run on true
  where r.id = any (:ids) and r.parent_id is null`
