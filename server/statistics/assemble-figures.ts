import type { Statistics } from '../../contract/statistics.ts'
import type { Bookings } from './bookings.ts'
import { type Between, cellOf, stepFor, stepsOf } from './calendar.ts'
import type { Told } from './occupied.ts'

interface Frame {
  readonly span: Between
  readonly sliceMs: number
  readonly timeZone: string
  readonly places: number
}
/** Figures by slice of time (ms of its start). */
interface Read {
  readonly bookings: readonly Bookings[]
  readonly told: ReadonlyMap<number, Told>
  readonly opened: readonly number[]
}
type Figures = Statistics['series'][number]

class Sum {
  lengthMs = 0
  bookedMs = 0
  occupiedMs = 0
  knownMs = 0
  reservations = 0
  canceled = 0
  revenueCents = 0
  refundCents = 0
  malfunctions = 0

  add(bookings: Bookings): void {
    this.bookedMs += bookings.bookedMs
    this.reservations += bookings.reservations
    this.canceled += bookings.canceled
    this.revenueCents += bookings.revenueCents
    this.refundCents += bookings.refundCents
  }

  shares(places: number): Pick<Figures, 'bookedShare' | 'occupiedShare'> {
    const placeMs = this.lengthMs * places
    return {
      bookedShare: placeMs > 0 ? Math.min(1, this.bookedMs / placeMs) : 0,
      occupiedShare: this.knownMs > 0 ? this.occupiedMs / this.knownMs : null,
    }
  }

  figures(places: number): Omit<Figures, 'at'> {
    const { reservations, canceled, revenueCents, refundCents, malfunctions } = this
    return { reservations, canceled, ...this.shares(places), revenueCents, refundCents, malfunctions }
  }
}

/** Sums slices into the total, the steps of the calendar, and the cells of the week. */
export function gather(
  { span, sliceMs, timeZone, places }: Frame,
  read: Read,
): Pick<Statistics, 'series' | 'heat'> & { totals: Omit<Figures, 'at'> } {
  const whole = new Sum()
  const steps = stepsOf(span, stepFor(span), timeZone)
  const sums = steps.map(() => new Sum())
  const cells = new Map<number, Sum>()
  const starts = steps.map(({ from }) => from)
  const at = (ms: number): readonly Sum[] => {
    const step = sums[starts.findLastIndex((start) => start <= Math.max(ms, span.from))]
    return step ? [whole, step] : [whole]
  }
  const ofSlice = new Map<number, readonly Sum[]>()
  for (let slice = Math.floor(span.from / sliceMs) * sliceMs; slice < span.until; slice += sliceMs) {
    const { weekday, hour } = cellOf(slice, timeZone)
    const cell = cells.get(weekday * 24 + hour) ?? new Sum()
    cells.set(weekday * 24 + hour, cell)
    const lengthMs = Math.min(slice + sliceMs, span.until) - Math.max(slice, span.from)
    const told = read.told.get(slice)
    const sums = [...at(slice), cell]
    ofSlice.set(slice, sums)
    for (const sum of sums) {
      sum.lengthMs += lengthMs
      sum.occupiedMs += told?.occupiedMs ?? 0
      sum.knownMs += told?.knownMs ?? 0
    }
  }
  for (const bookings of read.bookings) for (const sum of ofSlice.get(bookings.slice) ?? []) sum.add(bookings)
  for (const opened of read.opened) for (const sum of at(opened)) sum.malfunctions += 1
  return {
    totals: whole.figures(places),
    series: sums.map((sum, index) => ({ at: new Date(starts[index] ?? 0).toISOString(), ...sum.figures(places) })),
    heat: [...cells]
      .sort(([a], [b]) => a - b)
      .map(([key, sum]) => ({ weekday: Math.floor(key / 24), hour: key % 24, ...sum.shares(places) })),
  }
}
