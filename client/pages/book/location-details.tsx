import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { hrefWith } from '../../ui/href-with.ts'
import { useSearchChange } from '../../ui/use-search-change.ts'
import type { RequestSearch } from './search.ts'
import { SiteSearch } from './site-search.tsx'

const route = getRouteApi('/details/location')

/** The search for longer stays: a start date and a duration in days, weeks, months or years; then the locations with a free place. */
export function LocationDetails() {
  const t = useT()
  const given = route.useSearch()
  const { state } = useSnapshot(session)
  const search = useMemo(
    () =>
      given.reservationCreatedEndTime === undefined && given.amount === undefined
        ? { ...given, amount: 1, unit: 'days' as const }
        : given,
    [given],
  )
  const change = useSearchChange<RequestSearch>()
  return (
    <SiteSearch
      title={t('booking.location.title')}
      lead={t('booking.location.lead')}
      search={search}
      onChange={change}
      siteHref={(id) => hrefWith(`/location/sites/${id}`, { ...search, siteId: undefined })}
      signedIn={state === 'active'}
      back={<BackButton otherwise="/">{t('ui.back')}</BackButton>}
      long
    />
  )
}
