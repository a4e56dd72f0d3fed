import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import classes from './heat.module.css'
import {
  cellKey,
  type HeatCell,
  type HeatMeasure,
  heatLevel,
  heatLevels,
  heatMap,
  heatTop,
  hours,
  weekdays,
} from './heat.ts'
import { hourMark, hourName, percent, weekdayName } from './words.ts'

interface HeatGridProps {
  label: string
  measure: HeatMeasure
  cells: readonly HeatCell[]
  before: readonly HeatCell[] | null
}
interface Place {
  readonly weekday: number
  readonly hour: number
}

/** Weekday by hour as a grid: the share as ground and as number, all of it in words where one points or stands; arrows move. */
export function HeatGrid({ label, measure, cells, before }: HeatGridProps) {
  const t = useT()
  // Seven columns fit on a phone, twenty-four do not.
  const tall = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const [here, setHere] = useState<Place>({ weekday: 1, hour: 0 })
  const [told, setTold] = useState<Place | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const [map, former] = useMemo(() => [heatMap(cells), before && heatMap(before)], [cells, before])
  const top = useMemo(() => heatTop([...cells, ...(before ?? [])], measure), [cells, before, measure])
  const valueOf = (from: ReadonlyMap<number, HeatCell> | null, { weekday, hour }: Place) =>
    from?.get(cellKey(weekday, hour))?.[measure] ?? null
  const words = (place: Place) => {
    const [now, then] = [valueOf(map, place), valueOf(former, place)]
    const parts = [
      `${weekdayName(place.weekday, 'long')}, ${hourName(place.hour)}`,
      now === null ? t('statistics.unknown') : percent(now),
      ...(then === null ? [] : [t('statistics.before', { value: percent(then) })]),
    ]
    return parts.join(', ')
  }
  const press = (event: KeyboardEvent) => {
    const right = { weekday: here.weekday, hour: here.hour + 1 }
    const left = { weekday: here.weekday, hour: here.hour - 1 }
    const down = { weekday: here.weekday + 1, hour: here.hour }
    const up = { weekday: here.weekday - 1, hour: here.hour }
    const goals: Readonly<Record<string, Place>> = {
      ArrowRight: tall ? down : right,
      ArrowLeft: tall ? up : left,
      ArrowDown: tall ? right : down,
      ArrowUp: tall ? left : up,
      Home: { weekday: here.weekday, hour: 0 },
      End: { weekday: here.weekday, hour: 23 },
    }
    const goal = goals[event.key]
    if (!goal) return
    event.preventDefault()
    if (goal.hour < 0 || goal.hour > 23 || goal.weekday < 1 || goal.weekday > 7) return
    setHere(goal)
    table.current?.querySelector<HTMLElement>(`[data-cell="${cellKey(goal.weekday, goal.hour)}"]`)?.focus()
  }
  const cell = (place: Place) => {
    const value = valueOf(map, place)
    const key = cellKey(place.weekday, place.hour)
    return (
      <td
        className={classes.heatCell}
        key={key}
        data-cell={key}
        data-level={value === null ? undefined : heatLevel(value, top)}
        aria-label={words(place)}
        tabIndex={place.weekday === here.weekday && place.hour === here.hour ? 0 : -1}
        onFocus={() => {
          setHere(place)
          setTold(place)
        }}
        onPointerEnter={() => setTold(place)}
      >
        {value === null ? '–' : value > 0 && value < 0.005 ? '<1' : formatNumber(value * 100, 0)}
      </td>
    )
  }
  const [columns, rows] = tall ? [weekdays, hours] : [hours, weekdays]
  const head = (value: number, isHour: boolean) => (isHour ? hourMark(value) : weekdayName(value, 'short'))
  return (
    <div className={classes.heat}>
      <table
        className={classes.heatTable}
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid of cells that take the focus is what it is
        role="grid"
        aria-label={label}
        onKeyDown={press}
        onPointerLeave={() => setTold(null)}
      >
        <thead>
          <tr className={classes.heatRow}>
            <th className={classes.heatHead} scope="col">
              <span className={classes.corner}>{t(tall ? 'statistics.column.hour' : 'statistics.column.weekday')}</span>
            </th>
            {columns.map((value) => (
              <th className={classes.heatHead} key={value} scope="col">
                {head(value, !tall)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th className={`${classes.heatHead} ${classes.heatBodyHead}`} scope="row">
                {head(row, tall)}
              </th>
              {columns.map((column) => cell(tall ? { weekday: column, hour: row } : { weekday: row, hour: column }))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.told} aria-hidden="true">
        {told === null ? t('statistics.heat.hint') : words(told)}
      </p>
      <ul className={classes.legend} aria-label={t('statistics.heat.legend')}>
        {Array.from({ length: heatLevels + 1 }, (_, level) => (
          <li className={classes.legendItem} key={level}>
            <span className={classes.legendPart} data-level={level} aria-hidden="true" />
            {level === 0
              ? percent(0, 0)
              : t('statistics.heat.upTo', { value: percent((level * top) / heatLevels, top < 0.25 ? 1 : 0) })}
          </li>
        ))}
        <li className={classes.legendItem}>
          <span className={classes.legendPart} data-none aria-hidden="true">
            –
          </span>
          {t('statistics.unknown')}
        </li>
      </ul>
    </div>
  )
}
