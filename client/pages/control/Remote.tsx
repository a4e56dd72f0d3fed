import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { devices } from '../../../contract/control.ts'
import type { DeviceView } from '../../../contract/devices.ts'
import { mayAccess, operatorFeatures } from '../../../contract/features.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { useRows, useWatch } from '../../stores/useWatch.ts'
import { Page } from '../../ui/Page.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { useSearchChange } from '../../ui/useSearchChange.ts'
import { Announcer } from './Announcer.tsx'
import classes from './control.module.css'
import { DeviceRow } from './DeviceRow.tsx'
import { RemoteTools } from './RemoteTools.tsx'
import { createRemoteList, type Line, type RemoteFilter, sameRemoteList } from './remote-list.ts'
import type { RemoteSearch } from './search.ts'
import { WindowList } from './WindowList.tsx'

const route = getRouteApi('/smart-remote')
const keyOf = (line: Line) => `${line.kind} ${line.id}`

/** Smart remote: every device of the operator's zones by site, live, with what may be ordered from it now (CTRL-1, CTRL-6). */
export function Remote() {
  const t = useT()
  const live = useWatch(devices, {})
  const compact = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const search = route.useSearch()
  const setSearch = useSearchChange<RemoteSearch>()
  const filter = useMemo<RemoteFilter>(
    () => ({
      query: search.q ?? '',
      site: search.site ?? null,
      status: search.status ?? 'all',
      sort: search.sort ?? 'name',
    }),
    [search],
  )
  const { features } = useSnapshot(session)
  const linked = mayAccess(operatorFeatures, new Set(features))
  const list = useMemo(() => createRemoteList(), [])
  const derive = useCallback((rows: DeviceView[]) => list(rows, filter), [list, filter])
  const found = useRows(live, 'device', derive, sameRemoteList)
  const change = (next: Partial<RemoteFilter>) =>
    setSearch({
      ...(next.query === undefined ? {} : { q: next.query || undefined }),
      ...(next.site === undefined ? {} : { site: next.site ?? undefined }),
      ...(next.status === undefined ? {} : { status: next.status === 'all' ? undefined : next.status }),
      ...(next.sort === undefined ? {} : { sort: next.sort === 'name' ? undefined : next.sort }),
    })
  const reset = () => setSearch({ q: undefined, site: undefined, status: undefined })
  const heightOf = (line: Line) => (line.kind === 'site' ? 52 : compact ? 172 : 84)
  const ready = live.state === 'live' || live.state === 'stale'
  return (
    <Page
      title={t('control.title')}
      lead={t('control.lead')}
      live={ready ? { fresh: live.state === 'live', asOf: live.asOf } : undefined}
      tools={ready && found.total > 0 && <RemoteTools filter={filter} list={found} onChange={change} />}
    >
      <Announcer />
      {live.state === 'loading' && <RowsSkeleton rows={8} height="5rem" />}
      {live.state === 'error' && live.refusal && (
        <ErrorState
          text={refusalText(live.refusal)}
          supportCode={live.refusal.supportCode}
          onRetry={() => live.retry()}
        />
      )}
      {ready && found.total === 0 && (
        <EmptyState icon="device" title={t('control.empty.title')} text={t('control.empty.text')} />
      )}
      {ready && found.total > 0 && found.shown === 0 && (
        <EmptyState
          icon="search"
          title={t('control.none.title')}
          text={t('control.none.text')}
          action={
            <Button variant="default" onClick={reset}>
              {t('control.none.reset')}
            </Button>
          }
        />
      )}
      {ready && found.shown > 0 && (
        <WindowList label={t('control.list')} lines={found.lines} keyOf={keyOf} heightOf={heightOf}>
          {(line) =>
            line.kind === 'site' ? (
              <div className={classes.site}>
                <h2>{line.name}</h2>
                <span>{t('control.devices', { count: line.count })}</span>
              </div>
            ) : (
              <DeviceRow live={live} id={line.id} compact={compact} linked={linked} />
            )
          }
        </WindowList>
      )}
    </Page>
  )
}
