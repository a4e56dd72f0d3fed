import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { hrefOf } from './hrefs.ts'
import { SiteSearch } from './SiteSearch.tsx'
import type { WishChange } from './search.ts'

const route = getRouteApi('/location/sites')

/** The same search for everybody: what can be booked where, without an account. */
export function PublicSites() {
  const t = useT()
  const search = route.useSearch()
  const navigate = useNavigate()
  const { state } = useSnapshot(session)
  const change = useCallback(
    (part: WishChange) =>
      void navigate({
        to: '.',
        search: ((before: object) => ({ ...before, ...part })) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return (
    <SiteSearch
      title={t('booking.title')}
      lead={t('booking.public.lead')}
      search={search}
      onChange={change}
      siteHref={(id) => hrefOf(`/location/sites/${id}`, { ...search, siteId: undefined })}
      signedIn={state === 'active'}
    />
  )
}
