import * as z from 'zod'
import { list, logAreas, logLevels } from '../../contract/logs.ts'
import { ask, type HttpCall, type Reply, readQuery } from '../http/call.ts'
import { count, defined, instant, text } from '../http/parameters.ts'

const logsQuery = z.strictObject({
  query: text.optional(),
  'filter[query]': text.optional(),
  'filter[level]': z.enum(logLevels).optional(),
  'filter[area]': z.enum(logAreas).optional(),
  'filter[from]': instant.optional(),
  'filter[until]': instant.optional(),
  'filter[supportCode]': text.optional(),
  page: count.optional(),
  limit: count.optional(),
})

/** GET /databaseLogs/index: paging by page and limit, search by query or filter[query], filter[level], [area], [from], [until], [supportCode]; newest first. */
export async function getDatabaseLogs(call: HttpCall): Promise<Reply> {
  const given = readQuery(call, logsQuery)
  const filters = defined({
    level: given['filter[level]'],
    area: given['filter[area]'],
    from: given['filter[from]'],
    until: given['filter[until]'],
    supportCode: given['filter[supportCode]'],
  })
  const search = given['filter[query]'] ?? given.query
  const input = defined({ search, page: given.page, pageSize: given.limit ?? 100, filters })
  const { rows, recordCount } = await ask(call, list, input as z.input<typeof list.input>)
  return { json: { databaseLogs: rows, meta: { record_count: recordCount } } }
}
