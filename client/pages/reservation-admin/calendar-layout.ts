import { Temporal } from 'temporal-polyfill'

/**
 * Where things stand in a calendar of days at a site. Days are those of its time zone, so one may have 23 or 25 hours: an hour that a day
 * lacks is an empty row there, one that comes twice is a row of its own.
 */
export interface Span {
  readonly start: string
  /** Null = without end. */
  readonly end: string | null
}
export interface Day {
  /** 'YYYY-MM-DD' */
  readonly date: string
  readonly start: number
  readonly end: number
}
/** A row of the grid: an hour of the clock, and whether it is the second one of that name on a day. */
export interface Row {
  readonly hour: number
  readonly second: boolean
}
export interface Placed<E extends Span> {
  readonly entry: E
  /** In rows from the top. */
  readonly top: number
  readonly height: number
  /** Side by side where entries overlap. */
  readonly lane: number
  readonly lanes: number
  /** It began on an earlier day, ends on a later one. */
  readonly before: boolean
  readonly after: boolean
}

const hourMs = 3_600_000
const minuteMs = 60_000

/** `count` days from `date` on, each with its first moment and the one after its last, ms. */
export function daysFrom(date: string, count: number, zone: string): Day[] {
  const first = Temporal.PlainDate.from(date)
  const starts = Array.from({ length: count + 1 }, (_, at) => {
    const day = first.add({ days: at })
    return { date: day.toString(), at: day.toZonedDateTime({ timeZone: zone }).startOfDay().epochMilliseconds }
  })
  return starts.slice(0, -1).map((start, at) => ({ date: start.date, start: start.at, end: starts[at + 1]?.at ?? 0 }))
}

/** The Monday of the week of a day. */
export function mondayOf(date: string): string {
  const day = Temporal.PlainDate.from(date)
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}

/** The day `days` later, or `months` later (the last of the month where there is no such day). */
export function dayAfter(date: string, by: { days?: number; months?: number }): string {
  return Temporal.PlainDate.from(date).add(by).toString()
}

/** The whole weeks that a month's grid shows: its first day and how many days. */
export function monthGrid(date: string): { first: string; count: number } {
  const day = Temporal.PlainDate.from(date).with({ day: 1 })
  const first = mondayOf(day.toString())
  const lead = Temporal.PlainDate.from(first).until(day).days
  return { first, count: Math.ceil((lead + day.daysInMonth) / 7) * 7 }
}

/** Hour of the clock at a moment, minutes into it, and whether that hour had come before on this day. */
function clockAt(moment: number, day: Day, zone: string): { hour: number; minute: number; second: boolean } {
  const at = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)
  const minute = at.minute + (moment % minuteMs) / minuteMs
  const plain = at.toPlainDateTime()
  const first = plain.toZonedDateTime(zone, { disambiguation: 'earlier' }).epochMilliseconds
  return { hour: at.hour, minute, second: first < moment && first >= day.start }
}

/** The rows that these days need: 24, and one more for an hour that one of them has twice. */
export function rowsOf(days: readonly Day[], zone: string): Row[] {
  const twice = new Set<number>()
  for (const day of days) {
    if (day.end - day.start <= 24 * hourMs) continue
    for (let at = day.start; at < day.end; at += hourMs / 2) {
      const { hour, second } = clockAt(at, day, zone)
      if (second) twice.add(hour)
    }
  }
  return Array.from({ length: 24 }, (_, hour) => hour).flatMap((hour) =>
    twice.has(hour)
      ? [
          { hour, second: false },
          { hour, second: true },
        ]
      : [{ hour, second: false }],
  )
}

/** The rows of which a day has not a minute. */
export function missingRows(day: Day, rows: readonly Row[], zone: string): number[] {
  const there = new Set<number>()
  for (let at = day.start; at < day.end; at += hourMs / 4) there.add(Math.floor(rowAt(at, day, rows, zone)))
  return rows.flatMap((_, index) => (there.has(index) ? [] : [index]))
}

/** How far down a moment of a day stands, in rows. */
export function rowAt(moment: number, day: Day, rows: readonly Row[], zone: string): number {
  if (moment >= day.end) return rows.length
  const { hour, minute, second } = clockAt(Math.max(moment, day.start), day, zone)
  const exact = rows.findIndex((row) => row.hour === hour && row.second === second)
  const index = exact < 0 ? rows.findIndex((row) => row.hour === hour) : exact
  return index + minute / 60
}

/** The entries that touch a day, in order of their start. Spans are half-open. */
export function entriesOf<E extends Span>(entries: readonly E[], day: Day): E[] {
  return entries
    .filter(({ start, end }) => Date.parse(start) < day.end && (end === null || Date.parse(end) > day.start))
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
}

/** Places a day's entries in the grid; what overlaps stands side by side. */
export function placed<E extends Span>(
  entries: readonly E[],
  day: Day,
  rows: readonly Row[],
  zone: string,
): Placed<E>[] {
  const cut = entriesOf(entries, day).map((entry) => {
    const start = Date.parse(entry.start)
    const end = entry.end === null ? Number.POSITIVE_INFINITY : Date.parse(entry.end)
    const [from, until] = [Math.max(start, day.start), Math.min(end, day.end)]
    const top = rowAt(from, day, rows, zone)
    // The end belongs to the hour before it: after an hour that the clock leaves out it would stand a row too low.
    const bottom = rowAt(until - 1, day, rows, zone) + 1 / hourMs
    return { entry, from, until, top, height: bottom - top, before: start < day.start, after: end > day.end }
  })
  const result: Placed<E>[] = []
  let group: (typeof cut)[number][] = []
  let groupEnd = Number.NEGATIVE_INFINITY
  const settle = () => {
    const lanes: number[] = []
    const laneOf = group.map(({ from, until }) => {
      const free = lanes.findIndex((end) => end <= from)
      const lane = free < 0 ? lanes.length : free
      lanes[lane] = until
      return lane
    })
    for (const [at, { entry, top, height, before, after }] of group.entries())
      result.push({ entry, top, height, before, after, lane: laneOf[at] ?? 0, lanes: lanes.length })
    group = []
  }
  for (const piece of cut) {
    if (piece.from >= groupEnd) settle()
    group.push(piece)
    groupEnd = Math.max(groupEnd, piece.until)
  }
  settle()
  return result
}
