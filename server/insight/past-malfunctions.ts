import type { Knex } from 'knex'
import type * as z from 'zod'
import { type IncidentView, pastMalfunctions } from '../../contract/insight.ts'
import { many } from '../../db/sql.ts'
import { malfunctionSite, malfunctionTables, readMalfunctions } from '../../telemetry/views/malfunction.ts'
import { siteScope } from '../../telemetry/views/scope.ts'
import { scopeOf } from '../access/scope.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { containing } from '../kernel/sql.ts'
import { answerListBy } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { boundedCount, limitsOf } from '../lists/page.ts'

const csv: readonly CsvColumn<IncidentView>[] = [
  { head: heads.malfunction, cell: ({ kind }) => kind },
  { head: heads.severity, cell: ({ severity }) => severity },
  { head: heads.site, cell: ({ site }) => site.name },
  { head: heads.gateway, cell: ({ gateway }) => gateway.name },
  { head: heads.device, cell: ({ device }) => device?.name ?? null },
  { head: heads.start, cell: ({ openedAt, site }) => csvTime(openedAt, site.timeZone) },
  { head: heads.end, cell: ({ closedAt, site }) => csvTime(closedAt, site.timeZone) },
  { head: heads.timeZone, cell: ({ site }) => site.timeZone },
]

/** Past malfunctions in the caller's zones. */
export default answerListBy(pastMalfunctions, {
  async page({ input, actor, trx }) {
    const { where, order, bindings } = matching(input, actor)
    const from = `from ${malfunctionTables} where ${where}`
    const count = await boundedCount(trx, `select ${from}`, bindings)
    const { offset, limit } = limitsOf(input)
    const sql = `select m.id ${from} order by ${order} limit ? offset ?`
    const found = await many<{ id: number }>(trx, sql, [...bindings, limit, offset])
    return {
      rows: await incidents(
        trx,
        found.map(({ id }) => id),
      ),
      ...count,
    }
  },
  ids({ input, actor }) {
    const { where, order, bindings } = matching(input, actor)
    return { sql: `select m.id from ${malfunctionTables} where ${where} order by ${order}`, bindings }
  },
  rows: ({ trx }, ids: readonly number[]) => incidents(trx, ids),
  id: ({ id }) => id,
  csv,
})

async function incidents(trx: Knex, ids: readonly number[]): Promise<IncidentView[]> {
  const read = await readMalfunctions(trx, 'WHERE m.id = ANY (?)', [[...ids]])
  const found = new Map(read.map(({ incident }) => [incident.id, incident]))
  return ids.map((id) => found.get(id)).filter((incident) => incident !== undefined)
}

function matching({ search, sort, filters }: z.output<typeof pastMalfunctions.input>, actor: UserActor) {
  const scope = siteScope(scopeOf(actor), malfunctionSite)
  const parts = ['m.closed_at IS NOT NULL', scope.sql]
  const bindings: Knex.RawBinding[] = [...scope.bindings]
  const ask = (sql: string, value: string | number | undefined, ...more: string[]) => {
    if (value === undefined) return
    parts.push(sql)
    bindings.push(value, ...more)
  }
  const like = search === '' ? undefined : containing(search)
  ask('(d.name ILIKE ? OR g.name ILIKE ? OR site.name ILIKE ?)', like, like ?? '', like ?? '')
  ask(`${malfunctionSite} IN (SELECT site_id FROM site_zones WHERE zone_id = ?)`, filters.zoneId)
  ask(`${malfunctionSite} = ?`, filters.siteId)
  ask('m.device_id = ?', filters.deviceId)
  ask('m.kind = ?', filters.kind)
  ask('m.closed_at >= ?::timestamptz', filters.from)
  ask('m.opened_at < ?::timestamptz', filters.until)
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC'
  const column = sort.endsWith('openedAt') ? 'm.opened_at' : 'm.closed_at'
  return { where: parts.join(' AND '), order: `${column} ${direction}, m.id ${direction}`, bindings }
}
