import { Button, Switch } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSnapshot } from 'valtio'
import type { MalfunctionView } from '../../../contract/devices.ts'
import { malfunctions } from '../../../contract/insight.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useRows, useWatch } from '../../stores/useWatch.ts'
import { Page } from '../../ui/Page.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { useSearchChange } from '../../ui/useSearchChange.ts'
import { Announcer } from '../control/Announcer.tsx'
import { announce } from '../control/announce.ts'
import { WindowList } from '../control/WindowList.tsx'
import classes from './insight.module.css'
import { MalfunctionRow } from './MalfunctionRow.tsx'
import { MalfunctionTools } from './MalfunctionTools.tsx'
import { type Line, listMalfunctions, sameMalfunctionList } from './malfunction-list.ts'
import { placeOf } from './malfunction-words.ts'
import type { MalfunctionSearch } from './search.ts'
import { chime, setSound, sound } from './sound.ts'
import { useNewcomers, useTitleBadge } from './useNewcomers.ts'

const route = getRouteApi('/malfunctions')
const keyOf = (line: Line) => line.key

/** What is wrong in the operator's zones right now, and since when; changes by itself (LIVE-1, LIVE-2). */
export function Malfunctions() {
  const t = useT()
  const live = useWatch(malfunctions, {})
  const compact = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const filter = route.useSearch()
  const change = useSearchChange<MalfunctionSearch>()
  const derive = useCallback((rows: MalfunctionView[]) => listMalfunctions(rows, filter), [filter])
  const list = useRows(live, 'malfunction', derive, sameMalfunctionList)
  const title = t('insight.malfunctions.title')
  const { marked, waiting } = useNewcomers(live.view, (rows) => {
    const [first] = rows
    if (rows.length > 1 || first === undefined) announce(t('insight.new.many', { count: rows.length }))
    else announce(t('insight.new.one', { kind: t(`insight.kind.${first.kind}`), place: placeOf(first, t) }))
    chime()
  })
  useTitleBadge(waiting, title)
  const ready = live.state === 'live' || live.state === 'stale'
  const grouped = (filter.by ?? 'none') !== 'none'
  const reset = () =>
    change({ q: undefined, kind: undefined, severity: undefined, zone: undefined, site: undefined, seen: undefined })
  return (
    <Page
      title={title}
      lead={ready && list.open > 0 && t('insight.malfunctions.lead', { open: list.open, unseen: list.unseen })}
      live={ready ? { fresh: live.state === 'live', asOf: live.asOf } : undefined}
      actions={<SoundSwitch />}
      tools={
        ready && list.open > 0 && <MalfunctionTools filter={filter} list={list} compact={compact} onChange={change} />
      }
    >
      <Announcer />
      {live.state === 'loading' && <RowsSkeleton rows={6} height="5rem" />}
      {live.state === 'error' && live.refusal && (
        <ErrorState
          text={refusalText(live.refusal)}
          supportCode={live.refusal.supportCode}
          onRetry={() => live.retry()}
        />
      )}
      {ready && list.open === 0 && (
        <EmptyState icon="check" title={t('insight.quiet.title')} text={t('insight.quiet.text')} />
      )}
      {ready && list.open > 0 && list.shown === 0 && (
        <EmptyState
          icon="filter"
          title={t('insight.none.title')}
          text={t('insight.none.text')}
          action={
            <Button variant="default" onClick={reset}>
              {t('insight.none.reset')}
            </Button>
          }
        />
      )}
      {ready && list.shown > 0 && (
        <WindowList
          label={t('insight.malfunctions.list')}
          lines={list.lines}
          keyOf={keyOf}
          heightOf={(line) => (line.kind === 'group' ? 52 : compact ? 190 : 84)}
        >
          {(line) =>
            line.kind === 'group' ? (
              <div className={classes.group}>
                <h2>{line.name ?? t('insight.group.noZone')}</h2>
                <span>{line.count}</span>
              </div>
            ) : (
              <MalfunctionRow live={live} id={line.id} fresh={marked.has(line.id)} level={grouped ? 3 : 2} />
            )
          }
        </WindowList>
      )}
    </Page>
  )
}

function SoundSwitch() {
  const t = useT()
  const { on } = useSnapshot(sound)
  return (
    <Switch
      label={t('insight.sound')}
      aria-label={t('insight.sound.label')}
      checked={on}
      onChange={(event) => setSound(event.currentTarget.checked)}
    />
  )
}
