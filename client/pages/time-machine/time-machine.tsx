import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { formatDateTime } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { ChosenSite } from '../../sites/chosen-site.tsx'
import { Alert } from '../../ui/alert.tsx'
import { serverNow } from '../../ui/clock.ts'
import { Page } from '../../ui/page.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { type Bounds, boundsOf, isoSecond, type SpanName } from './bounds.ts'
import type { TimeMachineSearch } from './search.ts'
import { SitePast } from './site-past.tsx'
import { SpanChoice } from './span-choice.tsx'
import { useTimeline } from './use-timeline.ts'

const route = getRouteApi('/sites/time-machine')

/** The past of the operator's sites: which one, which span, which second. */
export function TimeMachine() {
  const t = useT()
  const { site } = route.useSearch()
  const setSearch = useSearchChange<TimeMachineSearch>()
  return (
    <ChosenSite
      title={t('time-machine.title')}
      lead={t('time-machine.lead')}
      site={site}
      to="/sites/time-machine"
      onChoose={(id) => setSearch({ site: id })}
    >
      {(siteId, picker, zone) => <Site siteId={siteId} zone={zone} picker={picker} />}
    </ChosenSite>
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
      title={timeline ? t('time-machine.title.site', { site: timeline.plan.siteName }) : t('time-machine.title')}
      lead={t('time-machine.lead')}
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
                { value: 'canvas', label: t('common.plan'), icon: 'map' },
                { value: 'table', label: t('common.table'), icon: 'list' },
              ]}
            />
          )}
        </>
      }
    >
      {timeline === null && loading && <RowsSkeleton rows={3} height="16rem" />}
      {refusal !== null && refusal.code === 'not-found' && (
        <EmptyState icon="map" title={t('time-machine.failed.text')} text={t('plan.gone')} />
      )}
      {refusal !== null && refusal.code !== 'not-found' && (
        <ErrorState
          text={`${t('time-machine.failed.text')} ${refusalText(refusal)}`}
          supportCode={refusal.supportCode}
          onRetry={retry}
        />
      )}
      {timeline !== null && loading && (
        <Alert severity="info">{t('time-machine.more.text', { time: time(timeline.coveredUntil) })}</Alert>
      )}
      {timeline?.cut && !loading && refusal === null && (
        <Alert
          severity="warning"
          title={t('time-machine.cut.title')}
          action={
            <Button variant="default" onClick={() => take({ from: timeline.coveredUntil, until: bounds.until })}>
              {t('time-machine.cut.on')}
            </Button>
          }
        >
          {t('time-machine.cut.text', { time: time(timeline.coveredUntil) })}
        </Alert>
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
