import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Refusal } from '../../../contract/refusals.ts'
import { hold } from '../../../contract/reservations/book.ts'
import { reservationFacts } from '../../../contract/reservations/facts.ts'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { holdRow } from '../../../machines/booking-wizard.ts'
import { takeChosen } from '../../chosen-place/chosen-place.ts'
import { useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { serverNow } from '../../ui/clock.ts'
import { hrefWith } from '../../ui/href-with.ts'
import { minuteOf } from '../../ui/minute.ts'
import { BackLink } from './back-link.tsx'
import { HeldBanner, useOwnHold } from './held-banner.tsx'
import { HoldScreen } from './hold-screen.tsx'
import { PlaceChoice, type PlaceRequest } from './place-choice.tsx'
import type { RequestChange } from './search.ts'
import { SiteSearch } from './site-search.tsx'
import { wizard } from './wizard.ts'

const route = getRouteApi('/reservations/add')

/**
 * From the search to the booking. The current step is in the address (a site, a hold), so that back, reload and a second tab show the same; the
 * wizard decides what happens to a hold.
 */
export function Add() {
  const t = useT()
  const search = route.useSearch()
  const navigate = useNavigate()
  const actor = useActorRef(wizard)
  const state = useSelector(actor, ({ value }) => (typeof value === 'string' ? value : 'holding'))
  const [request, setRequest] = useState<PlaceRequest | null>(null)
  const [refusal, setRefusal] = useState<{ siteId: number; refusal: Refusal<string> } | null>(null)
  const held = useOwnHold()
  const siteId = search.siteId ?? 0
  const holdId = search.hold ?? null

  // Only a change of the address moves the wizard from here; its own moves write the address.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  useEffect(() => {
    if (holdId !== null) {
      if (actor.getSnapshot().context.id !== holdId) actor.send({ type: 'RESUME', id: holdId })
    } else actor.send({ type: siteId > 0 ? 'SITE' : 'SEARCH' })
  }, [actor, siteId, holdId])

  const change = useCallback(
    (part: RequestChange, push = false) =>
      void navigate({
        to: '.',
        search: ((before: object) => ({ ...before, ...part })) as never,
        replace: !push,
        resetScroll: push,
      }),
    [navigate],
  )

  const take = async (wanted: PlaceRequest, typed?: Partial<ReservationView>) => {
    const before = actor.getSnapshot()
    actor.send({ type: 'HOLD' })
    if (!actor.getSnapshot().matches('claiming')) return
    setRequest(wanted)
    setRefusal(null)
    const answer = await send(hold, {
      siteId: wanted.siteId,
      start: wanted.start.toISOString(),
      end: wanted.end.toISOString(),
      ...(wanted.deviceId === undefined ? {} : { deviceId: wanted.deviceId }),
      ...(wanted.deviceTypeId === undefined ? {} : { deviceTypeId: wanted.deviceTypeId }),
      siteFromSearchResults: wanted.siteId,
      ...(typed
        ? {
            note: typed.note ?? null,
            licencePlate: typed.licencePlate ?? null,
            rfidToken: typed.rfidToken ?? null,
            useAutomaticAccess: typed.useAutomaticAccess ?? false,
            rememberAcceptDocumentsDecision: typed.rememberAcceptDocumentsDecision ?? false,
          }
        : {}),
    })
    setRequest(null)
    if (answer.ok) {
      const { reservation } = answer.reply
      actor.send({ type: 'HELD', row: holdRow(reservation.id, reservationFacts(reservation), new Date(serverNow())) })
      await navigate({
        href: hrefWith('/reservations/add', { ...latest.current, siteId: reservation.site.id, hold: reservation.id }),
        replace: before.matches('timedOut') || before.matches('abandoned'),
      })
      return
    }
    setRefusal({ siteId: wanted.siteId, refusal: answer.refusal })
    if (answer.refusal.code === 'outcome-unknown') actor.send({ type: 'UNKNOWN' })
    else actor.send({ type: 'REFUSED', code: answer.refusal.code })
    // An expired hold's request was refused: other places of its site may be free.
    if (latest.current.hold !== undefined) change({ hold: undefined, siteId: wanted.siteId })
  }

  // Chosen before the login: held at once, and only once.
  const takeFirst = useRef(take)
  useEffect(() => {
    takeFirst.current = take
  })
  useEffect(() => {
    const chosen = takeChosen()
    if (chosen === null || chosen.siteId !== latest.current.siteId) return
    const start = new Date(
      chosen.now ? Math.max(Date.parse(chosen.start), minuteOf(serverNow()).getTime()) : chosen.start,
    )
    const { siteId: at, deviceId, deviceTypeId, now } = chosen
    void takeFirst.current({
      siteId: at,
      ...(deviceId === undefined ? {} : { deviceId }),
      ...(deviceTypeId === undefined ? {} : { deviceTypeId }),
      start,
      end: new Date(chosen.end),
      now,
    })
  }, [])

  if (holdId !== null)
    return (
      <HoldScreen
        key={holdId}
        reservationId={holdId}
        wizard={actor}
        onAgain={(row) =>
          void take(
            {
              start: new Date(row.start),
              end: new Date(row.end),
              now: false,
              siteId: row.site.id,
              deviceId: row.device.id,
            },
            row,
          )
        }
        onLeave={(to) => change({ hold: undefined, ...(to === undefined ? {} : { siteId: to }) })}
      />
    )
  const banner = held && (
    <HeldBanner row={held} onContinue={() => change({ hold: held.id, siteId: held.site.id }, true)} />
  )
  if (siteId > 0)
    return (
      <PlaceChoice
        siteId={siteId}
        search={search}
        onChange={change}
        signedIn
        onTake={(wanted) => void take(wanted)}
        taking={state === 'claiming' ? request : null}
        refused={refusal?.siteId === siteId ? refusal.refusal : null}
        heldDeviceId={held?.device.id ?? null}
        back={
          <BackLink href={hrefWith('/reservations/add', { ...search, siteId: undefined })}>
            {t('booking.toSearch')}
          </BackLink>
        }
      >
        {banner}
      </PlaceChoice>
    )
  return (
    <SiteSearch
      title={t('booking.title')}
      lead={t('booking.lead')}
      search={search}
      onChange={change}
      siteHref={(id) => hrefWith('/reservations/add', { ...search, siteId: id })}
      signedIn
    >
      {banner}
    </SiteSearch>
  )
}
