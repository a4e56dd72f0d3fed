import type * as z from 'zod'
import { pastMalfunctions } from '../../contract/insight.ts'
import { malfunctionSite, malfunctionTables, readMalfunctions } from '../../telemetry/views/malfunction.ts'
import { siteScope } from '../../telemetry/views/scope.ts'
import { scopeOf } from '../access/scope.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { answer } from '../kernel/bus/handle.ts'

/** Maximum number counted and paged. */
const maxCounted = 10_000

/** Malfunctions of the caller's zones that are over, newest end first. */
export default answer(pastMalfunctions, async ({ input, actor, trx }) => {
  const { sql, bindings } = condition(input, actor)
  const { rows } = await trx.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::integer AS count FROM (SELECT FROM ${malfunctionTables} WHERE ${sql} LIMIT ?) AS counted`,
    [...bindings, maxCounted],
  )
  const tail = `WHERE ${sql} ORDER BY m.closed_at DESC, m.id DESC LIMIT ? OFFSET ?`
  const found = await readMalfunctions(trx, tail, [...bindings, input.limit, (input.page - 1) * input.limit])
  return { malfunctions: found.map(({ incident }) => incident), recordCount: rows[0]?.count ?? 0 }
})

function condition(input: z.output<typeof pastMalfunctions.input>, actor: UserActor) {
  const scope = siteScope(scopeOf(actor), malfunctionSite)
  const parts = ['m.closed_at IS NOT NULL', scope.sql]
  const bindings: (string | number | number[])[] = [...scope.bindings]
  const ask = (sql: string, value: string | number | undefined) => {
    if (value === undefined) return
    parts.push(sql)
    bindings.push(value)
  }
  ask(`${malfunctionSite} IN (SELECT site_id FROM site_zones WHERE zone_id = ?)`, input.zoneId)
  ask(`${malfunctionSite} = ?`, input.siteId)
  ask('m.device_id = ?', input.deviceId)
  ask('m.kind = ?', input.kind)
  ask('m.closed_at >= ?::timestamptz', input.from)
  ask('m.opened_at < ?::timestamptz', input.until)
  return { sql: parts.join(' AND '), bindings }
}
