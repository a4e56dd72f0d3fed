import type { LocationRow, list } from '../../../contract/locations.ts'
import { formatDate, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'
import { useLocationName } from './location-name.ts'

type LocationColumn = ListColumn<LocationRow, (typeof list.sorts)[number]>

/** The columns of locations. */
export function useLocationColumns(): readonly LocationColumn[] {
  const t = useT()
  const nameOf = useLocationName()
  return [
    {
      key: 'name',
      title: t('common.name'),
      sort: 'name',
      always: true,
      phone: 'title',
      cell: (row) => nameOf(row),
    },
    { key: 'address', title: t('guest.place.address'), sort: 'address', cell: ({ address }) => address ?? '–' },
    {
      key: 'city',
      title: t('common.city'),
      sort: 'city',
      cell: ({ zip, city }) => [zip, city].filter(Boolean).join(' ') || '–',
    },
    {
      key: 'country',
      title: t('common.country'),
      sort: 'country',
      hidden: true,
      cell: ({ country }) => country ?? '–',
    },
    { key: 'type', title: t('insight.fact.type'), cell: ({ type }) => type },
    { key: 'sites', title: t('common.sites'), sort: 'sites', align: 'end', cell: ({ sites }) => formatNumber(sites) },
    {
      key: 'devices',
      title: t('common.devices'),
      sort: 'devices',
      align: 'end',
      cell: ({ devices }) => formatNumber(devices),
    },
    {
      key: 'modifiedAt',
      title: t('common.changed'),
      sort: 'modifiedAt',
      cell: ({ modifiedAt }) => <time dateTime={modifiedAt}>{formatDate(modifiedAt)}</time>,
    },
  ]
}
