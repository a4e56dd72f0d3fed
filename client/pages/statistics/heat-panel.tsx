import { useMemo, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { csvFigures, fileNameOf } from './columns.ts'
import type { FigureColumn } from './figures-table.tsx'
import { cellKey, type HeatCell, type HeatMeasure, heatMap, heatMeasures } from './heat.ts'
import { HeatGrid } from './heat-grid.tsx'
import classes from './statistics.module.css'
import type { Answered } from './steps.ts'
import type { Shown } from './use-shown.ts'
import { WithFormer } from './with-former.tsx'
import { hourName, percent, weekdayName } from './words.ts'

/** Occupancy by weekday and hour, as a map of colours with numbers or as a table. */
export function HeatPanel({
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
  const [measure, setMeasure] = useState<HeatMeasure>('bookedShare')
  const cells = useMemo(
    () => [...answered.figures.heat].sort((a, b) => cellKey(a.weekday, a.hour) - cellKey(b.weekday, b.hour)),
    [answered],
  )
  const former = other?.figures.heat ?? null
  const columns = useMemo<FigureColumn<HeatCell>[]>(() => {
    const before = former && heatMap(former)
    const thenOf = ({ weekday, hour }: HeatCell, key: HeatMeasure) => before?.get(cellKey(weekday, hour))?.[key] ?? null
    const text = (value: number | null) => (value === null ? null : percent(value))
    return [
      {
        key: 'weekday',
        title: t('statistics.column.weekday'),
        head: true,
        cell: ({ weekday }) => weekdayName(weekday, 'long'),
        value: ({ weekday, hour }) => cellKey(weekday, hour),
        csv: [{ title: t('statistics.column.weekdayNumber'), cell: ({ weekday }) => weekday }],
      },
      {
        key: 'hour',
        title: t('statistics.column.hour'),
        cell: ({ hour }) => hourName(hour),
        value: ({ weekday, hour }) => hour * 8 + weekday,
        csv: [{ title: t('statistics.column.hour'), cell: ({ hour }) => hour }],
      },
      ...heatMeasures.map((key): FigureColumn<HeatCell> => {
        const title = t(`statistics.figure.${key}`)
        return {
          key,
          title,
          cell: (cell) => (
            <WithFormer text={text(cell[key]) ?? '–'} former={before ? text(thenOf(cell, key)) : undefined} />
          ),
          value: (cell) => cell[key],
          csv: csvFigures(
            title,
            before ? t('statistics.csv.before', { title }) : null,
            (cell) => cell[key],
            (cell) => thenOf(cell, key),
          ),
        }
      }),
    ]
  }, [former, t])
  const title = t('statistics.heat.title')
  return (
    <ChartPanel
      title={title}
      drawing={t('statistics.heat.map')}
      fileName={fileNameOf(shown)}
      columns={columns}
      rows={cells}
      rowId={({ weekday, hour }) => cellKey(weekday, hour)}
      waiting={waiting}
      tools={
        <SegmentedFilter
          className={classes.choice}
          label={t('statistics.heat.measure')}
          value={measure}
          onChange={setMeasure}
          options={heatMeasures.map((value) => ({ value, label: t(`statistics.heat.${value}`) }))}
        />
      }
      note={t('statistics.heat.note')}
    >
      <HeatGrid
        label={`${title}: ${t(`statistics.heat.${measure}`)}`}
        measure={measure}
        cells={cells}
        before={former}
      />
    </ChartPanel>
  )
}
