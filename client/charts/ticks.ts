import { momentOf, wallOf } from './zone.ts'

const hour = 3_600_000
const day = 24 * hour
const steps = [
  hour / 4,
  hour / 2,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  14 * day,
] as const

export interface Ticks {
  readonly at: readonly number[]
  /** Precision of a label: time of day, day, or month. */
  readonly unit: 'time' | 'day' | 'month'
}

/** Returns at most `most` round moments of the zone's clock within [from, until], also across a daylight-saving change. */
export function ticksOf(from: number, until: number, zone: string, most: number): Ticks {
  const step = steps.find((each) => (until - from) / each <= most)
  if (step === undefined) return months(from, until, zone, most)
  const at: number[] = []
  const first = Math.ceil(wallOf(from, zone) / step) * step
  for (let wall = first; ; wall += step) {
    const moment = momentOf(wall, zone)
    if (moment > until) break
    if (moment >= from && moment !== at.at(-1)) at.push(moment)
  }
  return { at, unit: step < day ? 'time' : 'day' }
}

function months(from: number, until: number, zone: string, most: number): Ticks {
  const start = new Date(wallOf(from, zone))
  const stride = Math.max(1, Math.ceil((until - from) / (30.4 * day) / most))
  const at: number[] = []
  for (let month = start.getUTCMonth(); ; month += stride) {
    const moment = momentOf(Date.UTC(start.getUTCFullYear(), month, 1), zone)
    if (moment > until) break
    if (moment >= from) at.push(moment)
  }
  return { at, unit: 'month' }
}
