import type { Knex } from 'knex'
import type * as z from 'zod'
import { calendar } from '../../contract/reservations.ts'
import { many } from '../../db/sql.ts'
import { seesDevice } from '../access/scope.ts'
import { readBookedDevices } from '../claims/booked-devices.ts'
import { expired } from '../claims/facts.ts'
import { answer } from '../kernel/bus/handle.ts'
import { wireTime } from '../kernel/sql.ts'

/** Maximum span: a year and a day, so that a leap year fits; ms. */
const maxMs = 366 * 86_400_000

/**
 * Returns what touches a device in a span: reservations (also those it comes along with), holds and maintenance,
 * ordered by start.
 */
export default answer(calendar, async ({ input, actor, trx, now, refuse }) => {
  const from = new Date(input.from)
  const until = new Date(input.until)
  if (until.getTime() <= from.getTime()) return refuse('span-empty')
  if (until.getTime() - from.getTime() > maxMs) return refuse('span-too-long')
  if (!(await seesDevice(trx, actor, input.deviceId))) return refuse('not-found')
  const [device] = await readBookedDevices(trx, [input.deviceId])
  const place = await siteOf(trx, input.deviceId)
  if (!device || !place) return refuse('not-found')
  return { device, ...place, entries: await entries(trx, { deviceId: input.deviceId, from, until, now }) }
})

type View = z.input<typeof calendar.reply>

async function siteOf(trx: Knex, deviceId: number): Promise<Pick<View, 'timeZone' | 'site'> | undefined> {
  const [place] = await many<Pick<View, 'timeZone' | 'site'>>(
    trx,
    `select s.time_zone as "timeZone", jsonb_build_object('id', s.id, 'name', coalesce(s.full_name, s.name)) as site
     from devices d join sites s on s.id = d.site_id where d.id = ?`,
    [deviceId],
  )
  return place
}

/** The id of an entry is that of the main reservation, which the list and the detail know. */
function entries(
  trx: Knex,
  bindings: { deviceId: number; from: Date; until: Date; now: Date },
): Promise<View['entries']> {
  return many(
    trx,
    `select kind, id, number, ${wireTime('starts_at')} as start, ${wireTime('ends_at')} as end, title from (
       select case r.state when 'RESERVED' then 'reservation' else 'hold' end as kind, h.id, h.number, r.starts_at, r.ends_at,
         coalesce(nullif(u.full_name, ''), u.username, h.licence_plate, h.note, '') as title
       from reservations r join reservations h on h.id = coalesce(r.parent_id, r.id) left join users u on u.id = h.user_id
       where r.device_id = :deviceId and r.state in ('CREATED', 'RESERVED') and r.span && tstzrange(:from, :until, '[)') and not ${expired('r')}
       union all
       select 'maintenance', m.id, null, m.starts_at, m.ends_at, m.reason
       from maintenance_periods m where m.id in (
         select maintenance_period_id from device_maintenance dm
         where dm.device_id = :deviceId and dm.span && tstzrange(:from, :until, '[)'))
     ) entry order by starts_at, kind, id`,
    bindings,
  )
}
