import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSnapshot } from 'valtio'
import { bookers, mayAccess } from '../../../contract/features.ts'
import { forgetChosen, keepChosen } from '../../chosen-place/chosen-place.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { loginAddress } from '../../shell/session-flow.ts'
import { session } from '../../stores/session.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { hrefWith } from '../../ui/href-with.ts'
import { PlaceChoice, type PlaceRequest, type TakenPlace } from './place-choice.tsx'
import { spanSearch } from './request.ts'
import type { RequestChange } from './search.ts'
import { SiteFacts } from './site-facts.tsx'

const route = getRouteApi('/location/sites/$siteId')

/** One site without an account: its places for a span, details, directions. Booking continues after the login with the same request. */
export function PublicSite() {
  const t = useT()
  const siteId = Number(route.useParams().siteId)
  const search = route.useSearch()
  const navigate = useNavigate()
  const { state, features } = useSnapshot(session)
  const change = useCallback(
    ({ siteId: other, ...part }: RequestChange) =>
      void navigate({
        href: hrefWith(`/location/sites/${other ?? siteId}`, { ...search, ...part }),
        replace: true,
        resetScroll: false,
      }),
    [navigate, siteId, search],
  )
  const book = (request: PlaceRequest | null, taken?: TakenPlace) => {
    if (request && taken) keepChosen(chosenOf(request, taken))
    else forgetChosen()
    const span = request === null || request.now ? {} : spanSearch(request)
    const target = hrefWith('/reservations/add', { ...search, ...span, siteId })
    const may = state === 'active' && mayAccess(bookers, new Set(features))
    void navigate({ href: may ? target : loginAddress(target) })
  }
  return (
    <PlaceChoice
      siteId={siteId}
      search={search}
      onChange={change}
      signedIn={state === 'active'}
      onTake={book}
      taking={null}
      refused={null}
      back={<BackButton otherwise="/location/sites">{t('ui.back')}</BackButton>}
      below={(found) => <SiteFacts found={found} onBook={() => book(null)} />}
    />
  )
}

/** What the login page shows of a taken place, and what is held after it. */
function chosenOf({ siteId, deviceId, deviceTypeId, start, end, now }: PlaceRequest, { place, any, site }: TakenPlace) {
  return {
    siteId,
    ...(deviceId === undefined ? {} : { deviceId }),
    ...(deviceTypeId === undefined ? {} : { deviceTypeId }),
    start: start.toISOString(),
    end: end.toISOString(),
    now,
    name: place && (any ? nameIn(place.device.type) : place.device.name),
    site: site.name,
    timeZone: site.timeZone,
    priceCents: place?.offer?.priceCents ?? null,
  }
}
