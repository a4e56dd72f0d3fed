import { getRouteApi } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { i18n, refusalText, useT } from '../../i18n/i18n.ts'
import { helpLinks } from '../../shell/links.ts'
import { SmartLink } from '../../shell/smart-link.tsx'
import { session } from '../../stores/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { useAddress } from '../../ui/page-address.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { useSearchText } from '../../ui/use-search-text.ts'
import { ContactItem } from './contact-item.tsx'
import classes from './help.module.css'
import { type HelpSearch, helpSearch } from './search.ts'
import { useContacts } from './use-contacts.ts'

const route = getRouteApi('/contact')
/** Maximum number of sites that need no search. */
const maxUnsearched = 5

/** How to reach a person: the people of the site, those of a reservation first, and the support of the portal (NAV-8). */
export function Contact() {
  const t = useT()
  const { q = '' } = useAddress(helpSearch, route.useSearch())
  const change = useSearchChange<HelpSearch>()
  const [typed, setTyped] = useSearchText(q, (text) => change({ q: text.trim() || undefined }))
  const { user } = useSnapshot(session)
  const { language } = useSnapshot(i18n)
  const { view, refusal, retry } = useContacts(q.trim(), `${user?.id} ${language}`)
  const { support, imprint } = helpLinks()
  const searches = q !== '' || typed !== '' || (view !== null && view.recordCount > maxUnsearched)
  return (
    <Page title={t('common.contact')} lead={t('help.contact.lead')} width="read">
      <Alert severity="info">{t('help.contact.ready')}</Alert>
      {support !== null && <Support address={support} />}
      <section className={classes.sites} aria-labelledby="contact-sites">
        {view?.recordCount !== 0 || searches ? (
          <h2 className={classes.sectionTitle} id="contact-sites">
            {t('help.contact.sites')}
          </h2>
        ) : null}
        {searches && <SearchField label={t('help.contact.search')} value={typed} onChange={setTyped} />}
        {view === null && refusal === null && <RowsSkeleton rows={3} height="6rem" />}
        {refusal !== null && (
          <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
        )}
        {view?.recordCount === 0 &&
          (searches ? (
            <EmptyState icon="search" title={t('booking.sites.notFound')} text={t('booking.sites.notFoundText')} />
          ) : (
            support === null && (
              <EmptyState
                icon="phone"
                title={t('help.contact.none')}
                text={t('help.contact.none.text')}
                action={<SmartLink href={imprint}>{t('common.imprint')}</SmartLink>}
              />
            )
          ))}
        {view !== null && view.sites.length > 0 && (
          <ul className={classes.list} aria-label={t('help.contact.sites')}>
            {view.sites.map((site) => (
              <ContactItem key={site.siteId} contact={site} />
            ))}
          </ul>
        )}
        {view !== null && view.recordCount > view.sites.length && (
          <p className={classes.answer}>{t('help.contact.more')}</p>
        )}
      </section>
    </Page>
  )
}

/** The support that looks after the whole portal. */
function Support({ address }: { address: string }) {
  const t = useT()
  const mail = address.startsWith('mailto:') ? address.slice('mailto:'.length) : null
  return (
    <Panel title={t('help.contact.support')}>
      <SmartLink className={classes.way} href={address}>
        <Icon name={mail === null ? 'help' : 'send'} size={20} />
        {mail === null ? t('help.contact.openPage') : t('help.contact.write', { address: mail })}
      </SmartLink>
    </Panel>
  )
}
