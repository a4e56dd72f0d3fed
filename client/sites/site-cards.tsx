import { Link } from '@tanstack/react-router'
import type { SiteItem } from '../../contract/sites.ts'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import text from '../ui/text.module.css'
import classes from './sites.module.css'

interface SiteCardsProps {
  sites: readonly SiteItem[]
  /** Number of sites without a plan. */
  without: number
  /** The page that a card of a site leads to. */
  to: '/sites/visualization' | '/sites/time-machine'
}

/** The sites with a plan, each a link to it. */
export function SiteCards({ sites, without, to }: SiteCardsProps) {
  const t = useT()
  return (
    <>
      <ul className={classes.sites} aria-label={t('plan.site.choose')}>
        {sites.map((site) => (
          <li key={site.id}>
            <Link className={classes.sitesLink} to={to} search={{ site: site.id } as never}>
              <Icon name="map" size={24} />
              <span className={classes.sitesPart}>
                <strong className={classes.sitesStrong}>{site.name}</strong>
                <span>{[site.address, site.city].filter(Boolean).join(', ')}</span>
                <span>
                  {t('plan.site.devices', { count: site.devices })}
                  {site.malfunctions > 0 && ` · ${t('plan.site.malfunctions', { count: site.malfunctions })}`}
                </span>
              </span>
              <Icon name="chevronRight" />
            </Link>
          </li>
        ))}
      </ul>
      {without > 0 && <p className={text.note}>{t('plan.site.off', { count: without })}</p>}
    </>
  )
}
