import type { Knex } from 'knex'
import * as z from 'zod'
import { bookingOperators } from '../../contract/features.ts'
import { many } from '../../db/sql.ts'
import { readOnly } from '../../db/transaction.ts'
import { reservationStates } from '../../machines/reservation-rules.ts'
import { type HttpCall, type Reply, read, readQuery } from '../http/call.ts'
import { instant, listOf } from '../http/parameters.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { admit, type Reading } from '../kernel/bus/dispatch.ts'
import { languageOf } from '../kernel/language.ts'
import { pageRows, reportCsv } from './report/csv.ts'
import { reportName } from './report/file-name.ts'
import { type Place, type ReportFilter, readReportPage } from './report/rows.ts'

const reservationReportQuery = z.strictObject({
  'filter[state]': listOf(reservationStates).optional(),
  'filter[start][since]': instant.optional(),
  'filter[start][until]': instant.optional(),
})

/** GET /reservations with Accept: text/csv, for operators: the reservations of their zones by start. Loses the connection if their rights end meanwhile. */
export async function getReservationReport(call: HttpCall): Promise<Reply> {
  const given = readQuery(call, reservationReportQuery)
  const filter: ReportFilter = {
    states: given['filter[state]'] ?? ['RESERVED', 'STORNO'],
    since: given['filter[start][since]'],
    until: given['filter[start][until]'],
  }
  const what = { name: 'http.report', access: bookingOperators, rate: { points: 20, seconds: 60 } }
  const begin = await read(call, what, async (reading) => ({
    first: await readReportPage(reading.trx, reading.actor, filter, null, pageRows),
    name: await nameOf(reading, filter),
    language: reading.actor.language,
  }))
  const next = (after: Place) =>
    readOnly(call.context.knex, async (trx) => {
      const { actor } = await admit(trx, call.sessionHash, bookingOperators)
      return readReportPage(trx, actor, filter, after, pageRows)
    })
  const header = call.request.get('accept-language')
  const language = header ? languageOf(header) : begin.language
  const content = reportCsv(begin.first, next, language)
  return { download: { name: begin.name, type: 'text/csv; charset=utf-8', content } }
}

/** The month in which the report begins, in the time zone of most of the caller's sites. */
async function nameOf({ trx, actor, now }: Reading, filter: ReportFilter): Promise<string> {
  const at = filter.since ? new Date(filter.since) : now
  return reportName(at, await usualZone(trx, actor), await companyOf(trx, actor))
}

async function usualZone(trx: Knex, actor: UserActor): Promise<string> {
  const [usual] = await many<{ zone: string }>(
    trx,
    `select time_zone as zone from sites s
     where :all or exists (select from site_zones sz where sz.site_id = s.id and sz.zone_id = any (:zoneIds))
     group by 1 order by count(*) desc, 1 limit 1`,
    { all: actor.seesAll, zoneIds: [...actor.zoneIds] },
  )
  return usual?.zone ?? 'UTC'
}

/** The company that the caller works for, as the shell shows it; empty for callers with several companies. */
async function companyOf(trx: Knex, actor: UserActor): Promise<string> {
  const [company] = await many<{ name: string }>(
    trx,
    `select t.name from users u join tenants t on t.id = coalesce(u.session_tenant_id, (select min(tenant_id) from user_tenants where user_id = u.id))
     where u.id = ?`,
    [actor.userId],
  )
  return company?.name ?? ''
}
