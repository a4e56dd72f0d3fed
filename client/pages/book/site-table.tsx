import { Button } from '@mantine/core'
import type { FixView, SiteHit } from '../../../contract/reservations/book.ts'
import { formatEuros, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { formatDistance } from '../../i18n/measures.ts'
import { TwoLines } from '../../lists/two-lines.tsx'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Blocked, RefusalReason } from './refusal-reason.tsx'
import classes from './site-search.module.css'
import { useGo } from './use-go.ts'

interface SiteTableProps {
  sites: readonly SiteHit[]
  hrefOf: (site: SiteHit) => string
  onFix: (site: SiteHit) => (fix: FixView) => void
}

/** The sites with their free, occupied and maximum counts side by side; the name leads to the places (BIKE-1). */
export function SiteTable({ sites, hrefOf, onFix }: SiteTableProps) {
  const t = useT()
  const go = useGo()
  const count = (key: 'free' | 'occupied' | 'maximum', title: string): Column<SiteHit> => ({
    key,
    title,
    align: 'end',
    cell: (site) => formatNumber(site[key], 0),
  })
  const whereOf = (site: SiteHit) =>
    [
      site.address,
      site.city,
      site.distanceM !== null &&
        site.distanceM >= 10 &&
        t('booking.away', { distance: formatDistance(site.distanceM) }),
      site.private && t('booking.private'),
    ]
      .filter(Boolean)
      .join(', ')
  const columns: readonly Column<SiteHit>[] = [
    {
      key: 'site',
      title: t('common.site'),
      phone: 'title',
      cell: (site) => (
        <span className={classes.named}>
          <TwoLines small={whereOf(site)}>{site.name}</TwoLines>
        </span>
      ),
    },
    count('free', t('booking.table.free')),
    count('occupied', t('booking.table.occupied')),
    count('maximum', t('booking.table.maximum')),
    { key: 'go', title: t('booking.choose'), phone: 'plain', cell: (site) => <Way site={site} /> },
  ]
  return (
    <DataList
      label={t('common.sites')}
      columns={columns}
      rows={sites}
      rowId={({ id }) => id}
      link={(site, name) => <a {...go(hrefOf(site))}>{name}</a>}
    />
  )

  function Way({ site }: { site: SiteHit }) {
    if (site.blocked) return <Blocked block={site.blocked} />
    if (site.refusal)
      return (
        <RefusalReason refusal={site.refusal} fix={site.fix} of={site.name} zone={site.timeZone} onFix={onFix(site)} />
      )
    return (
      <div className={classes.go}>
        {site.fromCents !== null && (
          <strong className={classes.goStrong}>
            {site.fromCents === 0 ? t('booking.free') : t('booking.from', { price: formatEuros(site.fromCents) })}
          </strong>
        )}
        <Button component="a" {...go(hrefOf(site))} aria-label={t('booking.choose.of', { name: site.name })}>
          {t('booking.choose')}
        </Button>
      </div>
    )
  }
}
