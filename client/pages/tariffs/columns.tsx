import type { list, TariffRow } from '../../../contract/tariffs.ts'
import { formatDate, formatEuros, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'
import { stagesInWords } from './tariff-fields.ts'

type TariffColumn = ListColumn<TariffRow, (typeof list.sorts)[number]>

/** The columns of tariffs. */
export function useTariffColumns(): readonly TariffColumn[] {
  const t = useT()
  return [
    { key: 'name', title: t('common.name'), sort: 'name', always: true, phone: 'title', cell: ({ name }) => name },
    { key: 'tenant', title: t('common.tenant'), sort: 'tenant', cell: ({ tenant }) => tenant.name },
    {
      key: 'price',
      title: t('tariffs.lowestPrice'),
      sort: 'price',
      align: 'end',
      phone: 'hide',
      cell: ({ stages: [first] }) => (first ? formatEuros(first.priceCents) : '–'),
    },
    { key: 'stages', title: t('tariffs.stages'), cell: ({ stages }) => stagesInWords(stages) },
    {
      key: 'accessTimes',
      title: t('common.accessTimes'),
      sort: 'accessTimes',
      align: 'end',
      cell: ({ accessTimes }) => formatNumber(accessTimes),
    },
    {
      key: 'modifiedAt',
      title: t('tariffs.modifiedAt'),
      sort: 'modifiedAt',
      cell: ({ modifiedAt }) => <time dateTime={modifiedAt}>{formatDate(modifiedAt)}</time>,
    },
  ]
}
