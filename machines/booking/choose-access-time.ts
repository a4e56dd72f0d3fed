import { checkAccessTime } from './check-access-time.ts'
import { checkSpan } from './check-span.ts'
import { priceFor } from './price.ts'
import {
  type AccessTime,
  type BookingRefusal,
  type BookingRequest,
  bookingCodes,
  type Circumstances,
  type Match,
} from './types.ts'

export type Choice =
  | { readonly ok: true; readonly match: Match }
  | { readonly ok: false; readonly refusal: BookingRefusal; readonly accessTimeId: number | null }

interface Judged {
  readonly accessTimeId: number
  readonly first: BookingRefusal
  readonly count: number
}

/**
 * Returns the access time under which a request is booked (rule B-16): the cheapest that permits it, then the lowest
 * id. If none does, returns the refusal of the one that comes closest, with its id; the id is null if the span itself
 * is invalid or there is no access time.
 */
export function chooseAccessTime(
  request: BookingRequest,
  accessTimes: readonly AccessTime[],
  circumstances: Circumstances,
): Choice {
  const [wrong] = checkSpan(request, circumstances)
  if (wrong) return { ok: false, refusal: wrong, accessTimeId: null }
  const matches: Match[] = []
  const refused: Judged[] = []
  for (const accessTime of accessTimes) {
    const refusals = checkAccessTime(request, accessTime, circumstances)
    const [first] = refusals
    if (first) refused.push({ accessTimeId: accessTime.id, first, count: refusals.length })
    else matches.push(matchOf(request, accessTime, circumstances))
  }
  const [match] = matches.sort((a, b) => a.priceCents - b.priceCents || a.accessTimeId - b.accessTimeId)
  if (match) return { ok: true, match }
  const [nearest] = refused.sort(nearestFirst)
  if (nearest) return { ok: false, refusal: nearest.first, accessTimeId: nearest.accessTimeId }
  return { ok: false, refusal: { code: 'no-access-time', field: 'start', params: {} }, accessTimeId: null }
}

function matchOf({ start, end }: BookingRequest, { id, stages }: AccessTime, { timeZone }: Circumstances): Match {
  return { accessTimeId: id, priceCents: priceFor(stages, start, end, timeZone) }
}

/**
 * An access time for another type or other days is no explanation while another one could match, so it comes last,
 * however few refusals it has.
 */
function nearestFirst(a: Judged, b: Judged): number {
  const foreign = ({ first }: Judged) => (first.code === 'no-access-time' ? 1 : 0)
  const rank = ({ first }: Judged) => bookingCodes.indexOf(first.code)
  return foreign(a) - foreign(b) || a.count - b.count || rank(b) - rank(a) || a.accessTimeId - b.accessTimeId
}
