import { addInZone, startOfDay, type Unit } from '../../../machines/booking/calendar.ts'
import { wallOf } from '../../../machines/booking/zone.ts'
import { longestMs, shortestMs } from '../../charts/span.ts'
import type { Preset, StatisticsSearch } from './search.ts'

/** [from, until) in ms. */
export interface Piece {
  readonly from: number
  readonly until: number
}
/** How far one goes to the span before: in the calendar, or (ms) as much time as the span lasts. */
export type Stride = { readonly amount: number; readonly unit: Unit } | { readonly ms: number }

type Asked = Pick<StatisticsSearch, 'span' | 'from' | 'until'>

const dayMs = 86_400_000
const strides: Readonly<Record<Preset, Stride>> = {
  today: { amount: 1, unit: 'days' },
  week: { amount: 7, unit: 'days' },
  days30: { amount: 30, unit: 'days' },
  month: { amount: 1, unit: 'months' },
  lastMonth: { amount: 1, unit: 'months' },
  year: { amount: 1, unit: 'years' },
}

const startOfMonth = (at: Date, zone: string, months = 0) => {
  const day = new Date(wallOf(at.getTime(), zone)).getUTCDate()
  return startOfDay(addInZone(addInZone(at, 1 - day, 'days', zone), months, 'months', zone), zone)
}

/**
 * A named span in the calendar of a zone, up to `now` (ms): today, the last 7 or 30 days with today, this month, the month before, the last
 * twelve months with this one. At least an hour long: just after midnight it reaches back.
 */
export function presetPiece(preset: Preset, now: number, zone: string): Piece {
  const at = new Date(now)
  const today = startOfDay(at, zone)
  const daysAgo = (days: number) => startOfDay(addInZone(today, -days, 'days', zone), zone)
  const until = preset === 'lastMonth' ? startOfMonth(at, zone).getTime() : now
  const from = {
    today,
    week: daysAgo(6),
    days30: daysAgo(29),
    month: startOfMonth(at, zone),
    lastMonth: startOfMonth(at, zone, -1),
    year: startOfMonth(at, zone, -11),
  }[preset].getTime()
  return { from: Math.min(from, until - shortestMs), until }
}

/** The span that the address means. Its own moments count if they make a span that may be asked for. */
export function shownPiece({ span, from, until }: Asked, now: number, zone: string): Piece {
  const own = from !== undefined && until !== undefined ? { from: Date.parse(from), until: Date.parse(until) } : null
  return own !== null && troubleOf(own) === null ? own : presetPiece(span ?? 'week', now, zone)
}

/** Why a span cannot be asked for; null = it can. */
export function troubleOf({ from, until }: Piece): 'span-empty' | 'span-too-long' | null {
  return until - from < shortestMs ? 'span-empty' : until - from > longestMs ? 'span-too-long' : null
}

const midnight = (at: number, zone: string) => startOfDay(new Date(at), zone).getTime() === at

/** How far it is from a span to the one before: whole months for whole months, whole days for whole days. */
export function strideOf({ span, from, until }: Asked, piece: Piece, zone: string): Stride {
  if (from === undefined || until === undefined) return strides[span ?? 'week']
  if (!midnight(piece.from, zone) || !midnight(piece.until, zone)) return { ms: piece.until - piece.from }
  const [a, b] = [new Date(wallOf(piece.from, zone)), new Date(wallOf(piece.until, zone))]
  if (a.getUTCDate() === 1 && b.getUTCDate() === 1) {
    return {
      amount: (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth(),
      unit: 'months',
    }
  }
  return { amount: Math.round((b.getTime() - a.getTime()) / dayMs), unit: 'days' }
}

/** A span `stride` times `count` later (negative: earlier), at the same times of day. */
export function strode(piece: Piece, stride: Stride, count: number, zone: string): Piece {
  if ('ms' in stride) return { from: piece.from + count * stride.ms, until: piece.until + count * stride.ms }
  const move = (at: number) => addInZone(new Date(at), count * stride.amount, stride.unit, zone).getTime()
  return fitted({ from: move(piece.from), until: move(piece.until) })
}

/** Months differ in length: what becomes too short or too long by moving is mended at its end. */
function fitted({ from, until }: Piece): Piece {
  return { from, until: Math.min(Math.max(until, from + shortestMs), from + longestMs) }
}

/** The span before (-1) or after (1) the shown one; a named span that ends now goes by whole days or months. */
export function stepped(search: Asked, piece: Piece, by: -1 | 1, zone: string): Piece {
  const stride = strideOf(search, piece, zone)
  if ('ms' in stride) return strode(piece, stride, by, zone)
  const { amount, unit } = stride
  const until = addInZone(new Date(piece.from), amount, unit, zone).getTime()
  return strode(fitted({ from: piece.from, until }), stride, by, zone)
}

/** The span that the shown one is compared with, or null. */
export function comparedPiece(
  search: Asked & Pick<StatisticsSearch, 'compare' | 'since'>,
  piece: Piece,
  zone: string,
): Piece | null {
  switch (search.compare) {
    case 'before':
      return strode(piece, strideOf(search, piece, zone), -1, zone)
    case 'year':
      return strode(piece, { amount: 1, unit: 'years' }, -1, zone)
    case 'own': {
      if (search.since === undefined) return null
      const from = Date.parse(search.since)
      return { from, until: from + piece.until - piece.from }
    }
    default:
      return null
  }
}

const roundMs = 3_600_000
/** The piece between two moments in any order as the address keeps it: full hours where it is long enough for them. */
export function pieceBetween(a: number, b: number): Piece {
  let [from, until] = a < b ? [a, b] : [b, a]
  if (until - from > 6 * roundMs) {
    from = Math.floor(from / roundMs) * roundMs
    until = Math.ceil(until / roundMs) * roundMs
  } else if (until - from < shortestMs) {
    const middle = (from + until) / 2
    from = middle - shortestMs / 2
    until = middle + shortestMs / 2
  }
  return { from: Math.round(from), until: Math.round(Math.min(until, from + longestMs)) }
}
