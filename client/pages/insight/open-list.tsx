import { Button } from '@mantine/core'
import type { malfunctions } from '../../../contract/insight.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import type { Live } from '../../stores/use-watch.ts'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { WindowList } from '../../ui/window-list.tsx'
import classes from './insight.module.css'
import type { Line, MalfunctionList } from './malfunction-list.ts'
import { MalfunctionRow } from './malfunction-row.tsx'
import type { MalfunctionSearch, SearchChange } from './search.ts'

interface OpenListProps {
  live: Live<(typeof malfunctions)['kinds'][number]>
  list: MalfunctionList
  filter: MalfunctionSearch
  /** Newcomers. */
  marked: ReadonlySet<number>
  onChange: SearchChange
}

const keyOf = (line: Line) => line.key

/** Open malfunctions by urgency; only rows near the window are rendered. */
export function OpenList({ live, list, filter, marked, onChange }: OpenListProps) {
  const t = useT()
  const ready = live.state === 'live' || live.state === 'stale'
  const narrow = window.innerWidth < 800
  const grouped = (filter.by ?? 'none') !== 'none'
  const reset = () =>
    onChange({
      q: undefined,
      kind: undefined,
      severity: undefined,
      zone: undefined,
      site: undefined,
      device: undefined,
      seen: undefined,
    })
  return (
    <div className={classes.list}>
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
          label={t('insight.open.title')}
          lines={list.lines}
          keyOf={keyOf}
          heightOf={(line) => (line.kind === 'group' ? 52 : narrow ? 220 : 36)}
        >
          {(line) =>
            line.kind === 'group' ? (
              <div className={classes.group}>
                <h2 className={classes.groupTitle}>
                  {line.name ?? t(line.by === 'type' ? 'insight.group.noType' : 'insight.group.noZone')}
                </h2>
                <span className={classes.groupPart}>{line.count}</span>
              </div>
            ) : (
              <MalfunctionRow
                live={live}
                id={line.id}
                fresh={marked.has(line.id)}
                chosen={line.id === filter.incident}
                level={grouped ? 3 : 2}
              />
            )
          }
        </WindowList>
      )}
    </div>
  )
}
