import { useMemo } from 'react'
import type { Statistics } from '../../../contract/statistics.ts'
import { useT } from '../../i18n/i18n.ts'
import { kindIcons } from '../../malfunction/malfunction-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { csvFigures, fileNameOf } from './columns.ts'
import { CsvButton, type FigureColumn, FiguresTable } from './figures-table.tsx'
import classes from './statistics.module.css'
import type { Answered } from './steps.ts'
import type { Shown } from './use-shown.ts'
import { count, duration } from './words.ts'

type Kind = Statistics['kinds'][number]
interface KindRow {
  readonly kind: Kind['kind']
  readonly now: Kind | null
  readonly before: Kind | null
}

/** Malfunctions by kind: how many and how long, as bars in their own table. */
export function KindPanel({ shown, answered, other }: { shown: Shown; answered: Answered; other: Answered | null }) {
  const t = useT()
  const former = other?.figures.kinds ?? null
  const rows = useMemo(() => kindRows(answered.figures.kinds, former), [answered, former])
  const columns = useMemo<FigureColumn<KindRow>[]>(() => {
    const most = {
      count: Math.max(1, ...rows.flatMap(({ now, before }) => [now?.count ?? 0, before?.count ?? 0])),
      minutes: Math.max(1, ...rows.flatMap(({ now, before }) => [now?.minutes ?? 0, before?.minutes ?? 0])),
    }
    const figure = (key: 'count' | 'minutes', text: (value: number) => string): FigureColumn<KindRow> => {
      const title = t(`statistics.column.${key}`)
      const fileTitle = key === 'minutes' ? t('statistics.column.minutesCsv') : title
      return {
        key,
        title,
        value: ({ now }) => now?.[key] ?? 0,
        cell: ({ now, before }) => (
          <span className={classes.bars}>
            <span>
              {text(now?.[key] ?? 0)}
              <Bar share={(now?.[key] ?? 0) / most[key]} />
            </span>
            {former !== null && (
              <small className={classes.barsNote}>
                {t('statistics.before', { value: text(before?.[key] ?? 0) })}
                <Bar share={(before?.[key] ?? 0) / most[key]} before />
              </small>
            )}
          </span>
        ),
        csv: csvFigures(
          fileTitle,
          former === null ? null : t('statistics.csv.before', { title: fileTitle }),
          ({ now }) => now?.[key] ?? 0,
          ({ before }) => before?.[key] ?? 0,
        ),
      }
    }
    return [
      {
        key: 'kind',
        title: t('insight.filter.kind'),
        head: true,
        cell: ({ kind }) => (
          <span className={classes.kind}>
            <Icon name={kindIcons[kind]} size={18} />
            {t(`insight.kind.${kind}`)}
          </span>
        ),
        csv: [
          { title: t('insight.filter.kind'), cell: ({ kind }) => t(`insight.kind.${kind}`) },
          { title: t('statistics.column.code'), cell: ({ kind }) => kind },
        ],
      },
      figure('count', count),
      figure('minutes', duration),
    ]
  }, [rows, former, t])
  const title = t('statistics.kinds.title')
  return (
    <Panel
      title={title}
      aside={rows.length > 0 && <CsvButton title={title} name={fileNameOf(shown)} columns={columns} rows={rows} />}
    >
      {rows.length === 0 ? (
        <p className={classes.hint}>{t('statistics.kinds.none')}</p>
      ) : (
        <FiguresTable label={title} columns={columns} rows={rows} rowId={({ kind }) => kind} />
      )}
    </Panel>
  )
}

function Bar({ share, before }: { share: number; before?: boolean }) {
  return (
    share > 0 && (
      <i className={classes.barsBar} aria-hidden="true" data-before={before} style={{ width: `${share * 100}%` }} />
    )
  )
}

/** Kinds of either span, the most frequent first. */
function kindRows(now: readonly Kind[], before: readonly Kind[] | null): KindRow[] {
  const kinds = new Set(
    [...now, ...(before ?? [])].filter((each) => each.count > 0 || each.minutes > 0).map(({ kind }) => kind),
  )
  return [...kinds]
    .map((kind) => ({
      kind,
      now: now.find((each) => each.kind === kind) ?? null,
      before: before?.find((each) => each.kind === kind) ?? null,
    }))
    .sort((a, b) => (b.now?.count ?? 0) - (a.now?.count ?? 0) || (b.before?.count ?? 0) - (a.before?.count ?? 0))
}
