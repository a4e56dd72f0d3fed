import { getRouteApi } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { hrefWith } from '../../ui/href-with.ts'
import { useSearchChange } from '../../ui/use-search-change.ts'
import type { RequestSearch } from './search.ts'
import { SiteSearch } from './site-search.tsx'

const route = getRouteApi('/location/sites')

/** The same search for everybody: what can be booked where, without an account. */
export function PublicSites() {
  const t = useT()
  const search = route.useSearch()
  const { state } = useSnapshot(session)
  const change = useSearchChange<RequestSearch>()
  return (
    <SiteSearch
      title={t('booking.title')}
      lead={t('booking.public.lead')}
      search={search}
      onChange={change}
      siteHref={(id) => hrefWith(`/location/sites/${id}`, { ...search, siteId: undefined })}
      signedIn={state === 'active'}
      back={<BackButton otherwise="/">{t('ui.back')}</BackButton>}
    />
  )
}
