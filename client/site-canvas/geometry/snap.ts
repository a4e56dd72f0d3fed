import type { Rect } from './box.ts'

/** A line on which an edge or centre aligns with a neighbour's; from and to = its drawn extent, mm. */
export interface Guide {
  readonly axis: 'x' | 'y'
  readonly at: number
  readonly from: number
  readonly to: number
}
export interface Snapped {
  readonly dx: number
  readonly dy: number
  readonly guides: readonly Guide[]
}
interface Rules {
  /** Distance of the grid lines, mm. */
  readonly gridMm: number
  /** Snapping distance of a neighbour, mm. */
  readonly reachMm: number
}

/** Neighbours further away than this are ignored, mm. */
export const neighbourhoodMm = 15_000

/**
 * Returns the additional shift that aligns a moved device: an edge or its centre with a neighbour's within reach,
 * otherwise its upper left corner with the grid. Both directions are independent.
 */
export function snapped(moved: Rect, neighbours: readonly Rect[], { gridMm, reachMm }: Rules): Snapped {
  const x = caught([moved.left, moved.right, (moved.left + moved.right) / 2], neighbours, linesX, reachMm)
  const y = caught([moved.top, moved.bottom, (moved.top + moved.bottom) / 2], neighbours, linesY, reachMm)
  const dx = x?.by ?? toGrid(moved.left, gridMm)
  const dy = y?.by ?? toGrid(moved.top, gridMm)
  const guides: Guide[] = []
  if (x) {
    const { from, to } = span(moved.top + dy, moved.bottom + dy, x.neighbour.top, x.neighbour.bottom)
    guides.push({ axis: 'x', at: x.at, from, to })
  }
  if (y) {
    const { from, to } = span(moved.left + dx, moved.right + dx, y.neighbour.left, y.neighbour.right)
    guides.push({ axis: 'y', at: y.at, from, to })
  }
  return { dx, dy, guides }
}

/** The same for single lines, as when an edge is dragged: returns its new position. */
export function snappedLine(value: number, axis: 'x' | 'y', neighbours: readonly Rect[], rules: Rules): number {
  const line = caught([value], neighbours, axis === 'x' ? linesX : linesY, rules.reachMm)
  return value + (line?.by ?? toGrid(value, rules.gridMm))
}

const linesX = ({ left, right }: Rect): readonly number[] => [left, right, (left + right) / 2]
const linesY = ({ top, bottom }: Rect): readonly number[] => [top, bottom, (top + bottom) / 2]
const span = (...values: number[]) => ({ from: Math.min(...values), to: Math.max(...values) })

function toGrid(value: number, gridMm: number): number {
  return Math.round(value / gridMm) * gridMm - value
}

function caught(
  own: readonly number[],
  neighbours: readonly Rect[],
  lines: (rect: Rect) => readonly number[],
  reachMm: number,
): { by: number; at: number; neighbour: Rect } | null {
  let best: { by: number; at: number; neighbour: Rect } | null = null
  for (const neighbour of neighbours)
    for (const at of lines(neighbour))
      for (const line of own) {
        const by = at - line
        if (Math.abs(by) <= reachMm && (best === null || Math.abs(by) < Math.abs(best.by))) best = { by, at, neighbour }
      }
  return best
}
