import type { list, ZoneRow } from '../../../contract/zones.ts'
import { formatDate, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'
import { TwoLines } from '../../lists/two-lines.tsx'

type ZoneColumn = ListColumn<ZoneRow, (typeof list.sorts)[number]>

/** The columns of zones. */
export function useZoneColumns(): readonly ZoneColumn[] {
  const t = useT()
  const yesOrNo = (value: boolean) => t(value ? 'common.yes' : 'common.no')
  return [
    {
      key: 'name',
      title: t('common.name'),
      sort: 'name',
      always: true,
      phone: 'title',
      cell: ({ name, description }) => <TwoLines small={description}>{name}</TwoLines>,
    },
    { key: 'tenant', title: t('common.tenant'), sort: 'tenant', cell: ({ tenant }) => tenant.name },
    { key: 'sites', title: t('common.sites'), sort: 'sites', align: 'end', cell: ({ sites }) => formatNumber(sites) },
    {
      key: 'devices',
      title: t('common.devices'),
      sort: 'devices',
      align: 'end',
      cell: ({ devices }) => formatNumber(devices),
    },
    {
      key: 'malfunctions',
      title: t('common.malfunctions'),
      sort: 'malfunctions',
      align: 'end',
      cell: ({ malfunctions }) => formatNumber(malfunctions),
    },
    {
      key: 'managers',
      title: t('zones.managers'),
      sort: 'managers',
      align: 'end',
      cell: ({ managers }) => formatNumber(managers),
    },
    { key: 'private', title: t('zones.private'), cell: (zone) => yesOrNo(zone.private) },
    {
      key: 'readableWithoutLogin',
      title: t('zones.readableWithoutLogin'),
      hidden: true,
      cell: ({ readableWithoutLogin }) => yesOrNo(readableWithoutLogin),
    },
    { key: 'monitoring', title: t('common.monitoring'), hidden: true, cell: ({ monitoring }) => yesOrNo(monitoring) },
    {
      key: 'emailSenderName',
      title: t('zones.emailSenderName'),
      hidden: true,
      cell: ({ emailSenderName }) => emailSenderName ?? '–',
    },
    {
      key: 'modifiedAt',
      title: t('zones.modifiedAt'),
      sort: 'modifiedAt',
      cell: ({ modifiedAt }) => <time dateTime={modifiedAt}>{formatDate(modifiedAt)}</time>,
    },
  ]
}
