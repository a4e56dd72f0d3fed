import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { FixView, SiteHit } from '../../../contract/reservations/book.ts'
import { formatEuros } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { formatDistance } from '../../i18n/measures.ts'
import { nameIn } from '../../i18n/named.ts'
import { Picture } from '../../media/picture.tsx'
import { Icon, iconNamed } from '../../ui/icons.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import { Blocked, Counts, RefusalReason } from './refusal-reason.tsx'
import classes from './site-search.module.css'
import { useGo } from './use-go.ts'

interface SiteItemProps {
  site: SiteHit
  /** Link to its places. */
  href: string
  /** Highlighted together with its marker on the map. */
  focused: boolean
  onFix: (fix: FixView) => void
}

/** A site in the list: address, number of places by kind, lowest price; or why not, and what to do. */
export function SiteItem({ site, href, focused, onFix }: SiteItemProps) {
  const t = useT()
  const go = useGo()
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (focused) item.current?.scrollIntoView({ block: 'nearest' })
  }, [focused])
  const open = site.refusal === null && site.blocked === null
  const where = [site.address, site.city].filter((each) => each !== null && each !== '').join(', ')
  return (
    <li ref={item} className={classes.site} data-off={!open || undefined} data-focused={focused || undefined}>
      <div className={classes.head} data-picture={site.picture !== null || undefined}>
        {site.picture && <Picture picture={site.picture} sizes="6rem" className={classes.headPicture} />}
        <h2 className={classes.headTitle}>{site.name}</h2>
        <p className={classes.headText}>
          {where !== '' && <span className={classes.headPart}>{where}</span>}
          {site.distanceM !== null && site.distanceM >= 10 && (
            <span className={classes.headPart}>
              <Icon name="near" size={16} />
              {t('booking.away', { distance: formatDistance(site.distanceM) })}
            </span>
          )}
          {site.private && (
            <Badge tone="neutral" icon="key" quiet>
              {t('booking.private')}
            </Badge>
          )}
        </p>
      </div>
      <div className={classes.numbers}>
        <Counts free={site.free} occupied={site.occupied} maximum={site.maximum} />
        {site.types.length > 1 && (
          <ul className={classes.kinds}>
            {site.types.map((type) => (
              <li className={classes.kindsItem} key={type.id}>
                <Icon name={iconNamed(type.icon, 'device')} size={18} />
                {t('booking.kind.count', { kind: nameIn(type), free: type.free, maximum: type.maximum })}
              </li>
            ))}
          </ul>
        )}
      </div>
      {open && (
        <div className={classes.go}>
          {site.fromCents !== null && (
            <strong className={classes.goStrong}>
              {site.fromCents === 0 ? t('booking.free') : t('booking.from', { price: formatEuros(site.fromCents) })}
            </strong>
          )}
          <Button
            className={classes.goLink ?? ''}
            component="a"
            {...go(href)}
            size="lg"
            aria-label={t('booking.choose.of', { name: site.name })}
            rightSection={<Icon name="arrowRight" size={18} />}
          >
            {t('booking.choose')}
          </Button>
        </div>
      )}
      {site.blocked && <Blocked block={site.blocked} />}
      {site.refusal && !site.blocked && (
        <div className={classes.whyNot}>
          <RefusalReason refusal={site.refusal} fix={site.fix} of={site.name} zone={site.timeZone} onFix={onFix} />
          <a {...go(href)} className={classes.look}>
            {t('booking.places.show')}
            <span className={classes.hidden}>: {site.name}</span>
          </a>
        </div>
      )}
    </li>
  )
}
