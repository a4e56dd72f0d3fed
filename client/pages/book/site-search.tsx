import { Button } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { FixView, SiteHit } from '../../../contract/reservations/book.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { Icon, iconNamed } from '../../ui/icons.tsx'
import { Lazy } from '../../ui/lazy.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { Around } from './around.tsx'
import { findSites } from './availability.ts'
import { Follow } from './follow.tsx'
import { InZone } from './in-zone.tsx'
import { requestOf } from './request.ts'
import { atOf, type RequestChange, type RequestSearch } from './search.ts'
import { SiteItem } from './site-item.tsx'
import classes from './site-search.module.css'
import { SpanPicker } from './span-picker.tsx'
import { useFound } from './use-found.ts'
import { useNear } from './use-near.ts'
import { useReaches } from './use-reaches.ts'

const siteMap = lazyPart(
  () => import('./site-map.tsx'),
  ({ SiteMap }) => SiteMap,
)

const siteTable = lazyPart(
  () => import('./site-table.tsx'),
  ({ SiteTable }) => SiteTable,
)

export interface SiteSearchProps {
  title: string
  lead: ReactNode
  search: RequestSearch
  onChange: (change: RequestChange) => void
  /** Address of the next step at a site, with the current span. */
  siteHref: (siteId: number, change?: RequestChange) => string
  signedIn: boolean
  /** For stays of days to years: the sites are a table. */
  long?: boolean
  /** Where people come from without an account: a way back stands above and below. */
  back?: ReactNode
  /** Above the search: an existing hold. */
  children?: ReactNode
}

/** Sites with their free, occupied and maximum counts for a span, live, as a list or on a map (BOOK-1). */
export function SiteSearch({
  title,
  lead,
  search,
  onChange,
  siteHref,
  signedIn,
  long,
  back,
  children,
}: SiteSearchProps) {
  const t = useT()
  const minute = useMinute()
  const near = useNear()
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const request = requestOf(search, minute, zone)
  const [start, end] = [request.start.toISOString(), request.end.toISOString()]
  const { type, zoneId, q = '', at } = search
  const load = useCallback(
    async (signal: AbortSignal) => {
      const around = near.at ?? atOf({ at })
      const input = {
        start,
        end,
        query: q.trim(),
        ...(type === undefined ? {} : { deviceTypeId: type }),
        ...(zoneId === undefined ? {} : { zoneId }),
        ...(around ? { near: around } : {}),
      }
      const found = await findSites(input, signedIn, signal)
      // Days are those of the sites; with several zones, those of the reader.
      const zones = found.ok ? new Set(found.view.sites.map(({ timeZone }) => timeZone)) : new Set<string>()
      const [only] = zones
      if (only !== undefined && zones.size === 1) setZone(only)
      return found
    },
    [start, end, q, type, zoneId, at, near.at, signedIn],
  )
  const found = useFound(load)
  const reaches = useReaches(signedIn)
  const sites = found.view?.sites
  const [focused, setFocused] = useState<number | null>(null)
  const map = search.view === 'map'
  const asTable = long && !map
  const change = useCallback((part: RequestChange) => onChange(part), [onChange])
  const fixOf = (site: SiteHit) => (fix: FixView) => {
    if (fix.kind === 'site') change({ q: fix.name })
    else if (fix.kind !== 'device')
      change({
        reservationCreatedStartTime: fix.start,
        reservationCreatedEndTime: fix.end,
        amount: undefined,
        unit: undefined,
      })
    setFocused(fix.kind === 'site' ? fix.siteId : site.id)
  }
  return (
    <Page
      title={title}
      lead={lead}
      back={back}
      live={found.view ? { fresh: reaches && (found.fresh || found.asking), asOf: found.asOf } : undefined}
    >
      {children}
      <Follow signedIn={signedIn} span={request} onChange={found.again} />
      <SpanPicker search={search} request={request} zone={zone} onChange={change} long={long} />
      <SiteTools search={search} sites={sites} near={near} onChange={change} />
      <Around search={search} onChange={change} />
      <InZone search={search} onChange={change} />
      {found.view === null && found.refusal === null && <RowsSkeleton rows={5} height="7rem" />}
      {found.view === null && found.refusal && (
        <ErrorState text={refusalText(found.refusal)} supportCode={found.refusal.supportCode} onRetry={found.retry} />
      )}
      {sites?.length === 0 && (
        <EmptyState
          icon="search"
          title={t(q === '' ? 'booking.sites.none' : 'booking.sites.notFound')}
          text={t(q === '' ? 'booking.sites.noneText' : 'booking.sites.notFoundText')}
          {...(q === ''
            ? {}
            : {
                action: (
                  <Button variant="default" onClick={() => change({ q: undefined })}>
                    {t('booking.sites.all')}
                  </Button>
                ),
              })}
        />
      )}
      {sites && sites.length > 0 && asTable && (
        <Lazy part={siteTable} waiting={<RowsSkeleton rows={5} height="7rem" />}>
          {(SiteTable) => <SiteTable sites={sites} hrefOf={({ id }) => siteHref(id)} onFix={fixOf} />}
        </Lazy>
      )}
      {sites && sites.length > 0 && !asTable && (
        <div className={classes.found} data-map={map || undefined}>
          {map && (
            <Lazy part={siteMap} waiting={<div className={classes.mapBone} />}>
              {(SiteMap) => <SiteMap sites={sites} focused={focused} onFocus={setFocused} />}
            </Lazy>
          )}
          <ul className={classes.sites} aria-label={t('common.sites')} aria-busy={found.asking}>
            {sites.map((site) => (
              <SiteItem
                key={site.id}
                site={site}
                href={siteHref(site.id)}
                focused={map && focused === site.id}
                onFix={fixOf(site)}
              />
            ))}
          </ul>
        </div>
      )}
      {back && <div>{back}</div>}
    </Page>
  )
}

function SiteTools({
  search,
  sites,
  near,
  onChange,
}: Pick<SiteSearchProps, 'search' | 'onChange'> & {
  sites: readonly SiteHit[] | undefined
  near: ReturnType<typeof useNear>
}) {
  const t = useT()
  const [typed, setTyped] = useState<string | null>(null)
  const keep = useDebouncedCallback((q: string) => {
    onChange({ q: q.trim() === '' ? undefined : q })
    setTyped(null)
  }, 350)
  // Kinds stay while a filter hides the others.
  const [types, setTypes] = useState<SiteHit['types']>([])
  const kinds = useMemo(() => kindsOf([{ types }, ...(sites ?? [])]), [sites, types])
  if (kinds.length > types.length) setTypes(kinds)
  return (
    <div className={classes.tools}>
      <SearchField
        label={t('booking.search')}
        value={typed ?? search.q ?? ''}
        onChange={(q) => {
          setTyped(q)
          keep(q)
        }}
      />
      <Button
        classNames={{ root: classes.near ?? '', label: classes.nearLabel ?? '', section: classes.nearSign ?? '' }}
        variant={near.at ? 'filled' : 'default'}
        aria-pressed={near.at !== null}
        loading={near.asking}
        leftSection={<Icon name="near" size={18} />}
        onClick={near.toggle}
      >
        {t('booking.near')}
      </Button>
      <SegmentedFilter
        label={t('common.view')}
        value={search.view ?? 'list'}
        onChange={(view) => onChange({ view: view === 'list' ? undefined : view })}
        options={[
          { value: 'list', label: t('booking.view.list'), icon: 'list' },
          { value: 'map', label: t('booking.view.map'), icon: 'map' },
        ]}
      />
      {kinds.length > 1 && (
        <SegmentedFilter
          label={t('booking.kind')}
          value={String(search.type ?? 0)}
          onChange={(type) => onChange({ type: type === '0' ? undefined : Number(type) })}
          options={[
            { value: '0', label: t('common.all') },
            ...kinds.map((kind) => ({
              value: String(kind.id),
              label: nameIn(kind),
              icon: iconNamed(kind.icon, 'device'),
            })),
          ]}
        />
      )}
      {near.failed && (
        <p role="alert" className={classes.hint}>
          {t('booking.near.failed')}
        </p>
      )}
    </div>
  )
}

function kindsOf(sites: readonly Pick<SiteHit, 'types'>[]): SiteHit['types'] {
  return [...new Map(sites.flatMap(({ types }) => types.map((type) => [type.id, type] as const))).values()].sort(
    (a, b) => a.id - b.id,
  )
}
