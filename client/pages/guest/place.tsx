import { ContactText } from '../../contact/contact-text.tsx'
import { useT } from '../../i18n/i18n.ts'
import { addressLines, mapLink } from '../../reservation/address.ts'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import classes from './ticket.module.css'
import type { Ticket } from './ticket-state.ts'

/** Site, address, directions and a way to a map. */
export function Place({ ticket: { site, location } }: { ticket: Ticket }) {
  const t = useT()
  const lines = addressLines(location)
  const map = mapLink(location)
  const unknown = lines.length === 0 && map === null && site.directions === null && site.supportInfo === null
  return (
    <Panel title={t('guest.place.title')}>
      <dl className={classes.facts}>
        <div>
          <dt className={classes.factsTerm}>{t('guest.place.address')}</dt>
          <dd className={classes.factsValue}>
            <address className={classes.factsAddress}>
              {[site.name, ...lines].map((line) => (
                <span className={classes.factsPart} key={line}>
                  {line}
                </span>
              ))}
            </address>
          </dd>
        </div>
        {site.directions !== null && (
          <div>
            <dt className={classes.factsTerm}>{t('common.directions')}</dt>
            <dd className={classes.factsValue}>{site.directions}</dd>
          </div>
        )}
        {site.supportInfo !== null && (
          <div>
            <dt className={classes.factsTerm}>{t('booking.site.support')}</dt>
            <dd className={classes.factsValue}>
              <ContactText>{site.supportInfo}</ContactText>
            </dd>
          </div>
        )}
      </dl>
      {unknown && <p className={classes.unknown}>{t('guest.place.none')}</p>}
      {map !== null && (
        <a className={classes.link} href={map} target="_blank" rel="noopener noreferrer">
          <Icon name="site" />
          {t('guest.place.map')}
        </a>
      )}
    </Panel>
  )
}
