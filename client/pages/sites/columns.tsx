import type { OperatedSiteRow, operated } from '../../../contract/sites/admin.ts'
import { formatDate, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'
import { TwoLines } from '../../lists/two-lines.tsx'

type SiteColumn = ListColumn<OperatedSiteRow, (typeof operated.sorts)[number]>

/** The columns of sites. */
export function useSiteColumns(): readonly SiteColumn[] {
  const t = useT()
  const yesOrNo = (value: boolean) => t(value ? 'common.yes' : 'common.no')
  return [
    {
      key: 'name',
      title: t('common.name'),
      sort: 'name',
      always: true,
      phone: 'title',
      cell: ({ name, address }) => <TwoLines small={address}>{name}</TwoLines>,
    },
    { key: 'city', title: t('common.city'), sort: 'city', cell: ({ city }) => city ?? '–' },
    {
      key: 'zones',
      title: t('common.zones'),
      cell: ({ zones }) => zones.map(({ name }) => name).join(', ') || '–',
    },
    {
      key: 'devices',
      title: t('common.devices'),
      sort: 'devices',
      align: 'end',
      cell: ({ devices }) => formatNumber(devices),
    },
    {
      key: 'gateways',
      title: t('operation.process.gateways'),
      sort: 'gateways',
      align: 'end',
      cell: ({ gateways }) => formatNumber(gateways),
    },
    {
      key: 'barriers',
      title: t('barriers.title'),
      sort: 'barriers',
      align: 'end',
      hidden: true,
      cell: ({ barriers }) => formatNumber(barriers),
    },
    {
      key: 'capacity',
      title: t('sites.capacity'),
      sort: 'capacity',
      align: 'end',
      hidden: true,
      cell: ({ capacity }) => (capacity === null ? '–' : formatNumber(capacity)),
    },
    {
      key: 'timeZone',
      title: t('tenants.timeZone'),
      hidden: true,
      cell: ({ timeZone }) => timeZone.replaceAll('_', ' '),
    },
    { key: 'monitoring', title: t('common.monitoring'), cell: ({ monitoring }) => yesOrNo(monitoring) },
    {
      key: 'visualizationEnabled',
      title: t('sites.visualizationEnabled'),
      hidden: true,
      cell: ({ visualizationEnabled }) => yesOrNo(visualizationEnabled),
    },
    {
      key: 'licencePlateMandatory',
      title: t('sites.licencePlateMandatory'),
      hidden: true,
      cell: ({ licencePlateMandatory }) => yesOrNo(licencePlateMandatory),
    },
    {
      key: 'modifiedAt',
      title: t('common.changed'),
      sort: 'modifiedAt',
      cell: ({ modifiedAt }) => <time dateTime={modifiedAt}>{formatDate(modifiedAt)}</time>,
    },
  ]
}
