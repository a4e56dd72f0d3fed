import type { BarrierRow, list } from '../../../contract/barriers.ts'
import { formatDate } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'

type BarrierColumn = ListColumn<BarrierRow, (typeof list.sorts)[number]>

/** The columns of barriers. */
export function useBarrierColumns(): readonly BarrierColumn[] {
  const t = useT()
  return [
    {
      key: 'description',
      title: t('common.description'),
      sort: 'description',
      always: true,
      phone: 'title',
      cell: ({ description }) => description,
    },
    {
      key: 'pathNumber',
      title: t('barriers.number'),
      sort: 'pathNumber',
      align: 'end',
      cell: ({ pathNumber }) => pathNumber,
    },
    { key: 'type', title: t('barriers.type'), sort: 'type', cell: ({ type }) => t(`barriers.type.${type}`) },
    { key: 'site', title: t('common.site'), sort: 'site', cell: ({ site }) => site.name },
    { key: 'device', title: t('common.device'), sort: 'device', cell: ({ device }) => device?.name ?? '–' },
    { key: 'gateway', title: t('common.gateway'), sort: 'gateway', cell: ({ gateway }) => gateway?.name ?? '–' },
    {
      key: 'modifiedAt',
      title: t('common.changed'),
      sort: 'modifiedAt',
      hidden: true,
      cell: ({ modifiedAt }) => <time dateTime={modifiedAt}>{formatDate(modifiedAt)}</time>,
    },
  ]
}
