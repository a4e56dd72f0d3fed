import { Button } from '@mantine/core'
import { ContactText } from '../../contact/contact-text.tsx'
import { useT } from '../../i18n/i18n.ts'
import { PictureStrip } from '../../media/picture-strip.tsx'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import type { Places } from './availability.ts'
import classes from './site-facts.module.css'

/** A site with directions, and two buttons: book now, or back. */
export function SiteFacts({ found, onBook }: { found: Places; onBook: () => void }) {
  const t = useT()
  const { site, places } = found
  const address = [site.address, [site.zip, site.city].filter(Boolean).join(' ')].filter(
    (line) => line !== null && line !== '',
  )
  const map =
    site.latitude === null || site.longitude === null
      ? null
      : `https://www.openstreetmap.org/?mlat=${site.latitude}&mlon=${site.longitude}#map=17/${site.latitude}/${site.longitude}`
  const open = places.some(({ state }) => state === 'free')
  return (
    <Panel title={t('booking.site.about')}>
      <PictureStrip pictures={site.pictures} />
      <dl className={classes.facts}>
        {site.description && (
          <>
            <dt className={classes.factsTerm}>{t('common.description')}</dt>
            <dd className={classes.factsValue}>{site.description}</dd>
          </>
        )}
        {address.length > 0 && (
          <>
            <dt className={classes.factsTerm}>{t('guest.place.address')}</dt>
            <dd className={classes.factsValue}>
              {address.join(', ')}
              {map !== null && (
                <a className={classes.factsLink} href={map} rel="noreferrer" target="_blank">
                  {t('guest.place.map')}
                </a>
              )}
            </dd>
          </>
        )}
        {site.directions && (
          <>
            <dt className={classes.factsTerm}>{t('common.directions')}</dt>
            <dd className={classes.factsValue}>{site.directions}</dd>
          </>
        )}
        {site.supportInfo && (
          <>
            <dt className={classes.factsTerm}>{t('booking.site.support')}</dt>
            <dd className={classes.factsValue}>
              <ContactText>{site.supportInfo}</ContactText>
            </dd>
          </>
        )}
      </dl>
      <div className={classes.ways}>
        {open && (
          <Button size="lg" onClick={onBook} rightSection={<Icon name="arrowRight" size={18} />}>
            {t('booking.site.book')}
          </Button>
        )}
        <BackButton otherwise="/location/sites">{t('ui.back')}</BackButton>
      </div>
    </Panel>
  )
}
