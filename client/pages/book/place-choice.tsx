import { Button } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Refusal } from '../../../contract/refusals.ts'
import type { FixView, PlaceView } from '../../../contract/reservations/book.ts'
import { formatEuros, formatList } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { Alert } from '../../ui/alert.tsx'
import { DeviceLabel } from '../../ui/device-label.tsx'
import { Icon, iconNamed } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { findPlaces, type Places } from './availability.ts'
import { Follow } from './follow.tsx'
import { HeldTime } from './held-time.tsx'
import classes from './place-choice.module.css'
import { Blocked, RefusalReason } from './refusal-reason.tsx'
import { type RequestedSpan, requestOf } from './request.ts'
import type { RequestChange, RequestSearch } from './search.ts'
import { SpanPicker } from './span-picker.tsx'
import { useFound } from './use-found.ts'
import { useReaches } from './use-reaches.ts'

/** The requested place, or any free one of a kind. */
export interface PlaceRequest extends RequestedSpan {
  readonly siteId: number
  readonly deviceId?: number
  readonly deviceTypeId?: number
}

/** What is shown of a taken place before it is held. */
export interface TakenPlace {
  readonly place: PlaceView | null
  /** Any free place of its kind. */
  readonly any: boolean
  readonly site: Places['site']
}

interface PlaceChoiceProps {
  siteId: number
  search: RequestSearch
  onChange: (change: RequestChange) => void
  signedIn: boolean
  /** Takes a place; the current request, and why the last try was refused. */
  onTake: (request: PlaceRequest, taken: TakenPlace) => void
  taking: PlaceRequest | null
  refused: Refusal<string> | null
  /** The device that this person already holds. */
  heldDeviceId?: number | null
  back: ReactNode
  /** Above the places: a hold that waits; below: where the site is. */
  children?: ReactNode
  below?: (found: Places) => ReactNode
}

/** The places of a site for a span, live: free to take with one tap, or why not (BOOK-1, BOOK-2). */
export function PlaceChoice({
  siteId,
  search,
  onChange,
  signedIn,
  back,
  children,
  below,
  ...choice
}: PlaceChoiceProps) {
  const t = useT()
  const minute = useMinute()
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const request = requestOf(search, minute, zone)
  const [start, end] = [request.start.toISOString(), request.end.toISOString()]
  const found = usePlaces(siteId, start, end, signedIn, setZone)
  const reaches = useReaches(signedIn)
  const { view } = found
  const lost = useLost(view, start, end)
  const onFix = (fix: FixView) => {
    if (fix.kind === 'site') onChange({ siteId: fix.siteId })
    else if (fix.kind === 'device') {
      const place = view?.places.find(({ device }) => device.id === fix.deviceId) ?? null
      if (view) choice.onTake({ ...request, siteId, deviceId: fix.deviceId }, { place, any: false, site: view.site })
    } else
      onChange({
        reservationCreatedStartTime: fix.start,
        reservationCreatedEndTime: fix.end,
        amount: undefined,
        unit: undefined,
      })
  }
  const where = view && [view.site.address, [view.site.zip, view.site.city].filter(Boolean).join(' ')].filter(Boolean)
  return (
    <Page
      title={view?.site.name ?? t('common.places')}
      lead={where?.join(', ')}
      back={back}
      live={view ? { fresh: reaches && (found.fresh || found.asking), asOf: found.asOf } : undefined}
    >
      {children}
      <Follow signedIn={signedIn} siteId={siteId} span={request} onChange={found.again} />
      <SpanPicker search={search} request={request} zone={zone} onChange={onChange} />
      <div role="status" className={classes.lost}>
        {lost.length > 0 && (
          <>
            <Icon className={classes.lostIcon} name="info" />
            {t('booking.lost', { names: formatList(lost) })}
          </>
        )}
      </div>
      {choice.refused && choice.taking === null && (
        <Alert severity="warning" title={t('booking.refused')}>
          {refusalText(choice.refused)}
        </Alert>
      )}
      {view === null && found.refusal === null && <RowsSkeleton rows={6} height="4.75rem" />}
      {view === null && found.refusal && (
        <ErrorState text={refusalText(found.refusal)} supportCode={found.refusal.supportCode} onRetry={found.retry} />
      )}
      {view?.blocked && <Blocked block={view.blocked} />}
      {view && view.places.length === 0 && (
        <EmptyState icon="device" title={t('booking.places.none')} text={t('booking.places.noneText')} />
      )}
      {view && view.places.length > 0 && (
        <PlaceList
          {...choice}
          siteId={siteId}
          signedIn={signedIn}
          request={request}
          wanted={search.type ?? 0}
          onKind={(type) => onChange({ type: type === 0 ? undefined : type })}
          found={view}
          blocked={view.blocked !== null}
          onFix={onFix}
        />
      )}
      {view && below?.(view)}
    </Page>
  )
}

/** The places of a site for a span (ISO); `onZone` is called with the site's time zone. */
function usePlaces(siteId: number, start: string, end: string, signedIn: boolean, onZone: (zone: string) => void) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const found = await findPlaces({ siteId, start, end }, signedIn, signal)
      if (found.ok) onZone(found.view.site.timeZone)
      return found
    },
    [siteId, start, end, signedIn, onZone],
  )
  return useFound(load)
}

/** Names of places that were free a moment ago for this span and no longer are. */
function useLost(found: Places | null, start: string, end: string): string[] {
  const before = useRef<{ span: string; free: ReadonlyMap<number, string> }>({ span: '', free: new Map() })
  const [lost, setLost] = useState<string[]>([])
  useEffect(() => {
    if (!found) return
    const span = `${found.site.id} ${start} ${end}`
    const free = new Map(
      found.places.flatMap(({ device, state }) => (state === 'free' ? [[device.id, device.name]] : [])),
    )
    const gone = before.current.span === span ? [...before.current.free].filter(([id]) => !free.has(id)) : []
    const another = before.current.span !== span
    before.current = { span, free }
    if (gone.length > 0) setLost(gone.map(([, name]) => name))
    else if (another) setLost([])
  }, [found, start, end])
  return lost
}

interface PlaceListProps extends Pick<PlaceChoiceProps, 'siteId' | 'signedIn' | 'onTake' | 'taking' | 'heldDeviceId'> {
  request: RequestedSpan
  found: Places
  blocked: boolean
  /** Wanted kind of place, 0 = any. */
  wanted: number
  onKind: (type: number) => void
  onFix: (fix: FixView) => void
}

function PlaceList({
  siteId,
  signedIn,
  request,
  found,
  blocked,
  taking,
  heldDeviceId,
  wanted,
  onKind,
  onTake,
  onFix,
}: PlaceListProps) {
  const t = useT()
  const kinds = [...new Map(found.places.map(({ device: { type } }) => [type.id, type])).values()]
  const kind = kinds.some(({ id }) => id === wanted) ? wanted : 0
  const places = found.places.filter(({ device }) => kind === 0 || device.type.id === kind)
  // With several kinds it is unclear which one is meant.
  const any = blocked || (kind === 0 && kinds.length > 1) ? undefined : places.find(({ state }) => state === 'free')
  const busy = taking !== null
  const { site } = found
  const take = (place: PlaceView) =>
    onTake({ ...request, siteId, deviceId: place.device.id }, { place, any: false, site })
  return (
    <>
      <div className={classes.head}>
        {kinds.length > 1 && (
          <SegmentedFilter
            label={t('booking.kind')}
            value={String(kind)}
            onChange={(value) => onKind(Number(value))}
            options={[
              { value: '0', label: t('common.all') },
              ...kinds.map((type) => ({
                value: String(type.id),
                label: nameIn(type),
                icon: iconNamed(type.icon, 'device'),
                count: found.places.filter(({ device, state }) => device.type.id === type.id && state === 'free')
                  .length,
              })),
            ]}
          />
        )}
        {any && (
          <Button
            size="lg"
            classNames={{ root: classes.any ?? '', label: classes.anyLabel ?? '' }}
            loading={busy && taking.deviceId === undefined}
            onClick={() =>
              !busy && onTake({ ...request, siteId, deviceTypeId: any.device.type.id }, { place: any, any: true, site })
            }
          >
            {t('booking.take.any')}
          </Button>
        )}
      </div>
      <ul className={classes.places} aria-label={t('common.places')}>
        {places.map((place) => (
          <li key={place.device.id} className={classes.place} data-state={place.state}>
            <DeviceLabel device={place.device} />
            <PlaceState place={place} own={place.device.id === heldDeviceId}>
              {signedIn && place.state === 'held' && (
                <HeldTime siteId={siteId} deviceId={place.device.id} span={request} />
              )}
            </PlaceState>
            {place.state === 'free' && !blocked && place.device.id !== heldDeviceId && (
              <div className={classes.take}>
                {place.offer && (
                  <span className={classes.price}>
                    {place.offer.priceCents === 0 ? t('booking.free') : formatEuros(place.offer.priceCents)}
                  </span>
                )}
                <Button
                  className={classes.takeButton ?? ''}
                  variant={any ? 'default' : 'light'}
                  aria-label={t('booking.take.of', { name: place.device.name })}
                  loading={taking?.deviceId === place.device.id}
                  onClick={() => !busy && take(place)}
                >
                  {t('booking.take')}
                </Button>
              </div>
            )}
            {place.refusal && place.device.id !== heldDeviceId && (
              <div className={classes.why}>
                <RefusalReason
                  refusal={place.refusal}
                  fix={place.fix}
                  of={place.device.name}
                  zone={found.site.timeZone}
                  onFix={onFix}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {found.mandatory.length > 0 && (
        <p className={classes.along}>
          <Icon className={classes.alongIcon} name="plus" size={18} />
          {t('booking.along.text', { names: formatList(found.mandatory.map(({ name }) => name)) })}
        </p>
      )}
    </>
  )
}

const looks = {
  free: { tone: 'success', icon: 'free' },
  held: { tone: 'warning', icon: 'wait' },
  taken: { tone: 'neutral', icon: 'occupied' },
  unavailable: { tone: 'neutral', icon: 'blocked' },
} as const

function PlaceState({ place, own, children }: { place: PlaceView; own: boolean; children: ReactNode }) {
  const t = useT()
  if (own)
    return (
      <Badge tone="info" icon="wait">
        {t('booking.state.own')}
      </Badge>
    )
  const { tone, icon } = looks[place.state]
  return (
    <Badge tone={tone} icon={icon}>
      {t(`booking.state.${place.state}`)}
      {children}
    </Badge>
  )
}
