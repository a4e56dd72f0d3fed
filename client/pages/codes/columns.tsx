import type { CodeRow, list } from '../../../contract/codes.ts'
import { formatDate, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'

type CodeColumn = ListColumn<CodeRow, (typeof list.sorts)[number]>

/** The columns of access codes. */
export function useCodeColumns(): readonly CodeColumn[] {
  const t = useT()
  return [
    {
      key: 'name',
      title: t('common.code'),
      sort: 'name',
      always: true,
      phone: 'title',
      cell: ({ name }) => <code>{name}</code>,
    },
    { key: 'zone', title: t('common.zone'), sort: 'zone', cell: ({ zone }) => zone.name },
    { key: 'tenant', title: t('common.tenant'), sort: 'tenant', cell: ({ tenant }) => tenant.name },
    {
      key: 'event',
      title: t('common.accessTime'),
      sort: 'event',
      cell: ({ event }) => event?.name ?? t('codes.event.all'),
    },
    {
      key: 'users',
      title: t('codes.column.users'),
      sort: 'users',
      align: 'end',
      cell: ({ users }) => formatNumber(users),
    },
    {
      key: 'modifiedAt',
      title: t('common.changed'),
      sort: 'modifiedAt',
      hidden: true,
      cell: ({ modifiedAt }) => <time dateTime={modifiedAt}>{formatDate(modifiedAt)}</time>,
    },
  ]
}
