import type { list, TenantRow } from '../../../contract/tenants.ts'
import { formatDate, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'
import { TwoLines } from '../../lists/two-lines.tsx'
import { themes } from '../../theme/themes.ts'

type TenantColumn = ListColumn<TenantRow, (typeof list.sorts)[number]>
const counted = ['products', 'users', 'zones', 'sites'] as const

/** The columns of companies. */
export function useTenantColumns(): readonly TenantColumn[] {
  const t = useT()
  const titles = {
    products: t('common.products'),
    users: t('tenants.users'),
    zones: t('common.zones'),
    sites: t('common.sites'),
  }
  return [
    {
      key: 'name',
      title: t('common.name'),
      sort: 'name',
      always: true,
      phone: 'title',
      cell: ({ name, label }) => <TwoLines small={label === name ? null : label}>{name}</TwoLines>,
    },
    { key: 'prefix', title: t('common.prefix'), sort: 'prefix', cell: ({ prefix }) => prefix },
    { key: 'city', title: t('common.city'), sort: 'city', cell: ({ city }) => city ?? '–' },
    ...counted.map(
      (key): TenantColumn => ({
        key,
        title: titles[key],
        sort: key,
        align: 'end',
        cell: (row) => formatNumber(row[key]),
      }),
    ),
    {
      key: 'license',
      title: t('tenants.license'),
      sort: 'licenseEnd',
      cell: ({ license, licenseStart, licenseEnd }) => (
        <TwoLines small={spanOf(licenseStart, licenseEnd)}>{t(`tenants.license.${license}`)}</TwoLines>
      ),
    },
    { key: 'theme', title: t('tenants.theme'), hidden: true, cell: ({ theme }) => themes[theme].product },
    {
      key: 'monitoring',
      title: t('common.monitoring'),
      hidden: true,
      cell: ({ monitoring }) => t(monitoring ? 'common.yes' : 'common.no'),
    },
    {
      key: 'modifiedAt',
      title: t('common.changed'),
      sort: 'modifiedAt',
      cell: ({ modifiedAt }) => <time dateTime={modifiedAt}>{formatDate(modifiedAt)}</time>,
    },
  ]
}

/** First and last day of a licence; null without any. */
function spanOf(start: string | null, end: string | null): string | null {
  if (start === null && end === null) return null
  const day = (date: string | null) => (date === null ? '' : formatDate(`${date}T12:00:00Z`, 'UTC'))
  return `${day(start)} – ${day(end)}`.trim()
}
