import { Button, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { sites as sitesQuery } from '../../../contract/sites.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useAsked } from '../../stores/useAsked.ts'
import { serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { SegmentedFilter } from '../../ui/SegmentedFilter.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { useSearchChange } from '../../ui/useSearchChange.ts'
import { SiteCards } from '../plan/SiteCards.tsx'
import { type Bounds, boundsOf, isoSecond, type SpanName } from './bounds.ts'
import { SitePast } from './SitePast.tsx'
import { SpanChoice } from './SpanChoice.tsx'
import type { TimeMachineSearch } from './search.ts'
import classes from './timeMachine.module.css'
import { useTimeline } from './useTimeline.ts'

const route = getRouteApi('/sites/time-machine')

/** The past of the operator's sites: which one, which span, which second. */
export function TimeMachine() {
  const t = useT()
  const search = route.useSearch()
  const setSearch = useSearchChange<TimeMachineSearch>()
  const { view, refusal, retry } = useAsked(sitesQuery, { limit: 500 })
  const drawn = view?.items.filter(({ visualizationEnabled }) => visualizationEnabled) ?? []
  const [only] = drawn.length === 1 ? drawn : []
  const siteId = search.site ?? only?.id
  if (siteId !== undefined) {
    const options = drawn.map(({ id, name }) => ({ value: String(id), label: name }))
    const known = drawn.some(({ id }) => id === siteId)
    const picker = drawn.length > 1 && (
      <NativeSelect
        className={classes.site ?? ''}
        aria-label={t('plan.site')}
        value={String(siteId)}
        rightSection={<Icon name="chevronDown" size={18} />}
        onChange={(event) => setSearch({ site: Number(event.currentTarget.value) })}
        data={known ? options : [{ value: String(siteId), label: t('plan.site.choose') }, ...options]}
      />
    )
    const zone = view?.items.find(({ id }) => id === siteId)?.timeZone
    return <Site siteId={siteId} zone={zone} picker={picker} />
  }
  return (
    <Page title={t('timeMachine.title')} lead={t('timeMachine.lead')}>
      {view === null && refusal === null && <RowsSkeleton rows={4} height="6rem" />}
      {view === null && refusal !== null && (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
      {view !== null && drawn.length === 0 && (
        <EmptyState icon="map" title={t('plan.noSites.title')} text={t('plan.noSites.text')} />
      )}
      {view !== null && drawn.length > 0 && (
        <SiteCards sites={drawn} without={view.items.length - drawn.length} to="/sites/time-machine" />
      )}
    </Page>
  )
}

interface SiteProps {
  siteId: number
  zone: string | undefined
  picker: ReactNode
}

/** One site over one span: loaded piece by piece, then shown. */
function Site({ siteId, zone: zoneOfSite, picker }: SiteProps) {
  const t = useT()
  const search = route.useSearch()
  const setSearch = useSearchChange<TimeMachineSearch>()
  const compact = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const { from, until, span } = search
  // A named span has no moments in the address until somebody stands at one, then it has just those: it does not move on with the clock.
  const [name, setName] = useState(() => span ?? (from === undefined && search.at === undefined ? 'day' : null))
  const [around] = useState(search.at)
  const bounds = useMemo(
    () => boundsOf({ from, until, span: span ?? name ?? undefined, at: around }, serverNow()),
    [from, until, span, name, around],
  )
  const { timeline, loading, refusal, retry } = useTimeline(siteId, bounds)
  const zone = timeline?.plan.timeZone ?? zoneOfSite
  const take = (next: Bounds) => {
    setName(null)
    setSearch({ ...addressOf(next), span: undefined, at: undefined })
  }
  const choose = (next: SpanName) => {
    setName(next)
    setSearch({ span: next, from: undefined, until: undefined, at: undefined })
  }
  const write = useCallback(
    (at: number) => setSearch({ ...addressOf(bounds), at: isoSecond(at), span: undefined }),
    [setSearch, bounds],
  )
  const time = (at: number) => formatDateTime(at, zone, { seconds: true })
  const table = compact && search.show === 'table'
  return (
    <Page
      title={timeline ? t('timeMachine.title.site', { site: timeline.plan.siteName }) : t('timeMachine.title')}
      lead={t('timeMachine.lead')}
      tools={
        <>
          {picker}
          <SpanChoice bounds={bounds} name={name} zone={zone} onName={choose} onBounds={take} />
          {compact && (
            <SegmentedFilter
              label={t('plan.show')}
              value={table ? 'table' : 'canvas'}
              onChange={(value) => setSearch({ show: value === 'table' ? 'table' : undefined })}
              options={[
                { value: 'canvas', label: t('plan.show.canvas'), icon: 'map' },
                { value: 'table', label: t('plan.show.table'), icon: 'list' },
              ]}
            />
          )}
        </>
      }
    >
      {timeline === null && loading && <RowsSkeleton rows={3} height="16rem" />}
      {refusal !== null && refusal.code === 'not-found' && (
        <EmptyState icon="map" title={t('timeMachine.failed.text')} text={t('plan.gone')} />
      )}
      {refusal !== null && refusal.code !== 'not-found' && (
        <ErrorState
          text={`${t('timeMachine.failed.text')} ${refusalText(refusal)}`}
          supportCode={refusal.supportCode}
          onRetry={retry}
        />
      )}
      {timeline !== null && loading && (
        <Notice severity="info">{t('timeMachine.more.text', { time: time(timeline.coveredUntil) })}</Notice>
      )}
      {timeline?.cut && !loading && refusal === null && (
        <Notice
          severity="warning"
          title={t('timeMachine.cut.title')}
          action={
            <Button variant="default" onClick={() => take({ from: timeline.coveredUntil, until: bounds.until })}>
              {t('timeMachine.cut.on')}
            </Button>
          }
        >
          {t('timeMachine.cut.text', { time: time(timeline.coveredUntil) })}
        </Notice>
      )}
      {timeline !== null && timeline.devices.length === 0 && (
        <EmptyState icon="device" title={t('plan.noDevices.title')} text={t('plan.noDevices.text')} />
      )}
      {timeline !== null && timeline.devices.length > 0 && (
        <SitePast
          key={`${siteId} ${bounds.from} ${bounds.until}`}
          timeline={timeline}
          start={search.at === undefined ? bounds.until : Date.parse(search.at)}
          table={table}
          onStand={write}
        />
      )}
    </Page>
  )
}

function addressOf({ from, until }: Bounds): Pick<TimeMachineSearch, 'from' | 'until'> {
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
}
