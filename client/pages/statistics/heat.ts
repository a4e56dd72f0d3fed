import type { Statistics } from '../../../contract/statistics.ts'

export type HeatCell = Statistics['heat'][number]
/** What the heat map shows: time that was reserved, or time that the sensors told occupied. */
export const heatMeasures = ['bookedShare', 'occupiedShare'] as const
export type HeatMeasure = (typeof heatMeasures)[number]

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** Steps of colour above nothing. */
export const heatLevels = 5
const tops = [0.05, 0.1, 0.2, 0.25, 0.4, 0.5, 0.75, 1] as const

/** The upper end of the scale: the first round share that no cell exceeds. */
export function heatTop(cells: readonly HeatCell[], measure: HeatMeasure): number {
  const most = Math.max(0, ...cells.map((cell) => cell[measure] ?? 0))
  return tops.find((top) => most <= top) ?? 1
}

/** 0 = nothing at all, then 1 to `heatLevels` in even steps up to `top`. */
export function heatLevel(share: number, top: number): number {
  if (share <= 0) return 0
  return Math.min(heatLevels, Math.max(1, Math.ceil((share / top) * heatLevels - 1e-9)))
}

export const cellKey = (weekday: number, hour: number) => weekday * 24 + hour

/** The cells by weekday and hour. */
export function heatMap(cells: readonly HeatCell[]): ReadonlyMap<number, HeatCell> {
  return new Map(cells.map((cell) => [cellKey(cell.weekday, cell.hour), cell]))
}
