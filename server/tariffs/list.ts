import { raw } from 'objection'
import { list, type TariffRow } from '../../contract/tariffs.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvMoney, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { accessTimes, tariffRow, tariffRows } from './rows.ts'

const csv: readonly CsvColumn<TariffRow>[] = [
  { head: heads.name, cell: ({ name }) => name },
  { head: heads.company, cell: ({ tenant }) => tenant.name },
  {
    head: heads.stages,
    cell: ({ stages }, language) =>
      stages.map(({ untilMinutes, priceCents }) => `${untilMinutes}: ${csvMoney(priceCents, language)}`).join(' / '),
  },
  { head: heads.accessTimes, cell: (tariff) => tariff.accessTimes },
  { head: heads.changed, cell: ({ modifiedAt }) => csvTime(modifiedAt, 'UTC') },
]

/** Tariffs that the caller may see. */
export default answerList(list, {
  query: ({ input: { filters }, actor, trx }) => {
    const found = tariffRows(trx, actor)
    if (filters.tenantId !== undefined) found.where('tariffs.tenant_id', filters.tenantId)
    if (filters.inUse === true) found.whereExists(accessTimes())
    if (filters.inUse === false) found.whereNotExists(accessTimes())
    return found
  },
  id: 'tariffs.id',
  search: ['tariffs.name', 'tariffs.description', 'tenant.name'],
  sorts: {
    name: raw('lower(tariffs.name)'),
    tenant: raw('lower(tenant.name)'),
    price: raw('(select min(price_cents) from tariff_stages where tariff_id = tariffs.id)'),
    accessTimes: raw('(?)', accessTimes().count()),
    modifiedAt: 'tariffs.modified_at',
  },
  row: tariffRow,
  csv,
})
