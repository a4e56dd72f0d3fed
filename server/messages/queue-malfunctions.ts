import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { operatorsOf } from './operators.ts'
import { type Message, queueMessages } from './queue.ts'

/** Malfunctions that need somebody on site. Stuck doors have their own alarm; for dirty sensors and low voltage the device records when it was mailed. */
const mailed = ['stuck-door', 'sensor-dirty', 'low-voltage'] as const
const stamps = { 'sensor-dirty': 'dirty_mail_at', 'low-voltage': 'voltage_mail_at' } as const
/** Minutes that a malfunction must stay open before it is mailed. */
const patienceMinutes = 2
const most = 100

const told = `exists (select from malfunction_history h where h.malfunction_id = m.id and h.type = 'mailed')`
const mayMail = `d.send_mail and d.monitoring and d.maintenance_state = 'Delivery' and d.retired_at is null
  and g.monitoring and g.maintenance_state = 'Delivery' and coalesce(s.monitoring, true)`

interface Due {
  readonly id: number
  readonly deviceId: number
}
interface Told {
  readonly id: number
  readonly kind: (typeof mailed)[number]
  readonly deviceId: number
  readonly gatewayId: number
  readonly device: string
  readonly site: string | null
  readonly since: Date
  readonly userId: number | null
}

/** Mails malfunctions open for two minutes to the operators of their sites, once, and stamps the device in the same transaction (GW-4). Returns how many. */
export async function queueMalfunctions(knex: Knex): Promise<number> {
  const due = await many<Due>(
    knex,
    `select m.id, m.device_id as "deviceId" from malfunctions m join devices d on d.id = m.device_id join gateways g on g.id = d.gateway_id
     left join sites s on s.id = d.site_id
     where m.closed_at is null and m.kind = any (?) and m.created_at < now() - interval '${patienceMinutes} minutes'
       and ${mayMail} and not ${told} order by m.id limit ${most}`,
    [[...mailed]],
  )
  return due.length === 0 ? 0 : knex.transaction((trx) => mail(trx, due))
}

async function mail(trx: Knex.Transaction, due: readonly Due[]): Promise<number> {
  const deviceIds = due.map(({ deviceId }) => deviceId)
  await trx.raw('select from device_states where device_id = any (?) order by device_id for no key update', [deviceIds])
  await trx.raw('select from malfunctions where id = any (?) order by id for no key update', [due.map(({ id }) => id)])
  const found = await many<Told>(
    trx,
    `select m.id, m.kind, d.id as "deviceId", d.gateway_id as "gatewayId", d.name as device, coalesce(s.full_name, s.name) as site,
       m.opened_at as since, u.id as "userId"
     from malfunctions m join devices d on d.id = m.device_id left join sites s on s.id = d.site_id
     left join lateral ${operatorsOf('d.site_id')} u on true
     where m.id = any (?) and m.closed_at is null and not ${told} order by m.id, u.id`,
    [due.map(({ id }) => id)],
  )
  const ids = [...new Set(found.map(({ id }) => id))]
  await trx.raw(`insert into malfunction_history (malfunction_id, type) select unnest(?::int[]), 'mailed'`, [ids])
  for (const [kind, column] of Object.entries(stamps)) {
    const devices = found.filter((each) => each.kind === kind).map(({ deviceId }) => deviceId)
    if (devices.length > 0) await trx('device_states').whereIn('device_id', devices).update(column, trx.fn.now())
  }
  const messages = found.flatMap(({ id, kind, gatewayId, device, site, since, userId }): Message[] => {
    if (userId === null) return []
    const data = { malfunctionKind: kind, device, site, since: since.toISOString() }
    return [{ kind: 'malfunction-opened', userId, dedupeKey: `malfunction:${id}:${userId}`, gatewayId, data }]
  })
  await queueMessages(trx, messages)
  return ids.length
}
