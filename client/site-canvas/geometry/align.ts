import { around, boundsOf, type Place, type Rect } from './box.ts'

export const alignments = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const
export type Alignment = (typeof alignments)[number]
export type Axis = 'x' | 'y'
type Places = ReadonlyMap<number, Place>

/** Aligns edges or centres of several devices: to the outermost one, or to the centre of all. */
export function aligned(places: Places, to: Alignment): Map<number, Place> {
  const all = around([...places.values()].map(boundsOf))
  const moved = new Map<number, Place>()
  if (all === null) return moved
  const shifts: Record<Alignment, (own: Rect) => readonly [number, number]> = {
    left: (own) => [all.left - own.left, 0],
    right: (own) => [all.right - own.right, 0],
    centre: (own) => [(all.left + all.right - own.left - own.right) / 2, 0],
    top: (own) => [0, all.top - own.top],
    bottom: (own) => [0, all.bottom - own.bottom],
    middle: (own) => [0, (all.top + all.bottom - own.top - own.bottom) / 2],
  }
  for (const [id, place] of places) moved.set(id, shifted(place, ...shifts[to](boundsOf(place))))
  return moved
}

/** Distributes several devices between the two outermost: equal distances between centres, or equal gaps. */
export function spread(places: Places, axis: Axis, by: 'middles' | 'gaps'): Map<number, Place> {
  const along = [...places]
    .map(([id, place]) => ({ id, place, ...spanOf(boundsOf(place), axis) }))
    .sort((a, b) => a.from + a.to - (b.from + b.to) || a.id - b.id)
  const [first, last] = [along[0], along.at(-1)]
  if (first === undefined || last === undefined || along.length < 3) return new Map(places)
  const room = last.from - first.to - along.slice(1, -1).reduce((sum, { from, to }) => sum + to - from, 0)
  const gap = room / (along.length - 1)
  const step = (last.from + last.to - first.from - first.to) / 2 / (along.length - 1)
  const moved = new Map<number, Place>()
  let end = first.from - gap
  for (const [at, each] of along.entries()) {
    const middle = (first.from + first.to) / 2 + step * at
    const shift = by === 'gaps' ? end + gap - each.from : middle - (each.from + each.to) / 2
    end = end + gap + each.to - each.from
    moved.set(each.id, axis === 'x' ? shifted(each.place, shift, 0) : shifted(each.place, 0, shift))
  }
  return moved
}

const spanOf = (rect: Rect, axis: Axis) =>
  axis === 'x' ? { from: rect.left, to: rect.right } : { from: rect.top, to: rect.bottom }

/** Moves a position by so many mm, to whole millimetres. */
export function shifted(place: Place, dx: number, dy: number): Place {
  return { ...place, xMm: Math.round(place.xMm + dx), yMm: Math.round(place.yMm + dy) }
}
