import { useMemo, useState } from 'react'
import { createCursor } from '../../charts/cursor.ts'
import classes from '../../charts/curves.module.css'
import { formatEuros } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Lazy } from '../../ui/lazy.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { csvFigures, euros, fileNameOf, isoIn } from './columns.ts'
import type { FigureColumn } from './figures-table.tsx'
import { type Answered, type Step, type StepRow, stepMeasures, stepRows } from './steps.ts'
import type { Shown } from './use-shown.ts'
import { WithFormer } from './with-former.tsx'
import { count, percent, stepName } from './words.ts'

const stepChart = lazyPart(
  () => import('./step-chart.tsx'),
  ({ StepChart }) => StepChart,
)

type Measure = Exclude<keyof Step, 'at'>
const texts: Readonly<Record<Measure, (value: number) => string>> = {
  bookedShare: percent,
  occupiedShare: percent,
  reservations: count,
  canceled: count,
  revenueCents: formatEuros,
  refundCents: formatEuros,
  malfunctions: count,
}
const measures = Object.keys(texts) as Measure[]

/** The figures over time: small charts that share their span and their cursor, or one table of all of them. */
export function StepPanel({
  shown,
  answered,
  other,
  waiting,
}: {
  shown: Shown
  answered: Answered
  other: Answered | null
  waiting: boolean
}) {
  const t = useT()
  const [cursor] = useState(createCursor)
  const { figures } = answered
  const rows = useMemo(() => stepRows(answered, other), [answered, other])
  const compared = other !== null
  const columns = useMemo<FigureColumn<StepRow>[]>(() => {
    const { timeZone, step } = figures
    const before = (title: string) => (compared ? t('statistics.csv.before', { title }) : null)
    return [
      {
        key: 'at',
        title: t('statistics.column.step'),
        head: true,
        cell: ({ at }) => stepName(step, at, timeZone, t),
        value: ({ at }) => at,
        csv: [
          { title: t('insight.span.from'), cell: ({ at }) => isoIn(at, timeZone) },
          { title: t('insight.span.until'), cell: ({ until }) => isoIn(until, timeZone) },
          ...(compared
            ? [
                {
                  title: t('statistics.csv.before', { title: t('insight.span.from') }),
                  cell: ({ before: then }: StepRow) => then && isoIn(Date.parse(then.at), timeZone),
                },
              ]
            : []),
        ],
      },
      ...measures.map((measure): FigureColumn<StepRow> => {
        const text = (step: Step | null) => {
          const value = step?.[measure] ?? null
          return value === null ? null : texts[measure](value)
        }
        const money = measure === 'revenueCents' || measure === 'refundCents'
        const plain = (step: Step | null) => (money ? euros(step?.[measure] ?? null) : (step?.[measure] ?? null))
        const title = t(`statistics.figure.${measure}`)
        return {
          key: measure,
          title,
          cell: ({ now, before: then }) => (
            <WithFormer text={text(now) ?? '–'} former={compared ? text(then) : undefined} />
          ),
          value: ({ now }) => now[measure],
          csv: csvFigures(
            title,
            before(title),
            ({ now }) => plain(now),
            ({ before: then }) => plain(then),
          ),
        }
      }),
    ]
  }, [figures, compared, t])
  return (
    <ChartPanel
      title={t('statistics.series.title')}
      drawing={t('insight.view.curve')}
      fileName={fileNameOf(shown)}
      columns={columns}
      rows={rows}
      rowId={({ at }) => at}
      waiting={waiting}
      note={
        <>
          <span>{t(`statistics.step.${figures.step}`)}</span>
          {compared && <span className={classes.dashed}>{t('statistics.compare.dashed')}</span>}
        </>
      }
    >
      <Lazy part={stepChart} waiting={<RowsSkeleton rows={2} height="12rem" />}>
        {(StepChart) => (
          <>
            <div className={classes.grid}>
              {stepMeasures.map((measure) => (
                <StepChart
                  key={measure}
                  measure={measure}
                  rows={rows}
                  step={figures.step}
                  shown={shown}
                  cursor={cursor}
                />
              ))}
            </div>
            <p className={classes.hint}>{t('statistics.chart.hint')}</p>
          </>
        )}
      </Lazy>
    </ChartPanel>
  )
}
