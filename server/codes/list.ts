import { raw } from 'objection'
import { type CodeRow, list } from '../../contract/codes.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { codeRow, codesOf, userCount } from './values.ts'

const csv: readonly CsvColumn<CodeRow>[] = [
  { head: heads.name, cell: ({ name }) => name },
  { head: heads.zone, cell: ({ zone }) => zone.name },
  { head: heads.company, cell: ({ tenant }) => tenant.name },
  { head: heads.accessTimes, cell: ({ event }) => event?.name ?? null },
  { head: heads.users, cell: ({ users }) => users },
  { head: heads.changed, cell: ({ modifiedAt }) => csvTime(modifiedAt, 'UTC') },
]

/** Codes of the caller's zones (admins: all). The search looks in the names of code, zone, company and access time. */
export default answerList(list, {
  query: ({ trx, actor, input: { filters } }) => {
    const found = codesOf(trx, actor)
    if (filters.zoneId !== undefined) found.where('codes.zone_id', filters.zoneId)
    if (filters.tenantId !== undefined) found.where('codes.tenant_id', filters.tenantId)
    return found
  },
  id: 'codes.id',
  search: ['codes.name', 'zone.name', 'tenant.name', 'event.name'],
  sorts: {
    name: raw('lower(codes.name)'),
    zone: raw(`lower(zone.name) || chr(31) || lower(codes.name)`),
    tenant: raw('lower(tenant.name)'),
    event: raw('lower(event.name)'),
    users: raw('?', userCount()),
    modifiedAt: 'codes.modified_at',
  },
  row: codeRow,
  csv,
})
