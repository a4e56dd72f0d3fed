import { readRows } from './data-files.ts'

const minute = 60_000
const day = 86_400_000
/** The cycle of stays repeats from here on. */
const anchor = Date.UTC(2026, 0, 5)

/** How a place is used: which recorded spot, how much longer people stay here, and a shift in minutes. */
export interface Use {
  readonly spot: number
  readonly stretch: number
  readonly laterMin: number
}

/** A stay, half-open [from, until), ms. */
export interface Stay {
  readonly from: number
  readonly until: number
}

/** Recorded arrivals of one spot, in order: time of day and length, ms. */
type Spot = readonly { readonly arrival: number; readonly length: number }[]
let spots: Spot[] | null = null
const cycles = new Map<string, { stays: Stay[]; length: number }>()

function load(): Spot[] {
  const byName = new Map<string, { arrival: number; length: number }[]>()
  for (const [name = '', from = '', until = ''] of readRows('occupancy.csv')) {
    const arrival = Date.parse(`${from}Z`)
    const length = Date.parse(`${until}Z`) - arrival
    if (length < 5 * minute) continue
    byName.set(name, [...(byName.get(name) ?? []), { arrival: arrival % day, length }])
  }
  return [...byName.values()]
}

/**
 * Recorded sessions are months apart; each keeps its time of day and moves to the next such time after the previous
 * one.
 */
function cycle(use: Use): { stays: Stay[]; length: number } {
  spots ??= load()
  const key = `${use.spot % spots.length}/${use.stretch}`
  const known = cycles.get(key)
  if (known) return known
  const stays: Stay[] = []
  let free = 0
  for (const { arrival, length } of spots[use.spot % spots.length] ?? []) {
    const today = Math.floor(free / day) * day + arrival
    const from = today >= free ? today : today + day
    const until = from + Math.round(length * use.stretch)
    stays.push({ from, until })
    free = until + 25 * minute
  }
  const made = { stays, length: (Math.floor(free / day) + 1) * day }
  cycles.set(key, made)
  return made
}

/** Yields the stays that end after `from` and begin before `until`, in order. */
export function* staysBetween(use: Use, from: number, until: number): Generator<Stay> {
  const { stays, length } = cycle(use)
  const base = anchor + use.laterMin * minute
  for (let turn = Math.floor((from - base) / length); base + turn * length < until; turn++) {
    const start = base + turn * length
    for (const stay of stays) {
      if (start + stay.from >= until) return
      if (start + stay.until > from) yield { from: start + stay.from, until: start + stay.until }
    }
  }
}

/** Returns whether somebody is there at `at`, and when that changes. */
export function stayAt(use: Use, at: number): { occupied: boolean; changesAt: number } {
  for (const stay of staysBetween(use, at, Number.POSITIVE_INFINITY)) {
    return stay.from <= at ? { occupied: true, changesAt: stay.until } : { occupied: false, changesAt: stay.from }
  }
  throw new Error('the recording of stays is empty')
}
