import { after, fullMinute, localDate, onSameDay, timeOnDay } from './calendar.ts'
import { earliestStart } from './check-span.ts'
import { priceFor } from './price.ts'
import { endsOnSlot } from './slots.ts'
import type { AccessTime, BookingCode, BookingRefusal, BookingRequest, Circumstances } from './types.ts'

type Rule = (request: BookingRequest, accessTime: AccessTime, circumstances: Circumstances) => BookingRefusal | null

function no(code: BookingCode, field: BookingRefusal['field'], params: BookingRefusal['params'] = {}): BookingRefusal {
  return { code, field, params }
}

/** B-6. The end of a span is exclusive: one that ends at midnight does not touch the next day. */
const applies: Rule = ({ start, end, deviceTypeId }, { deviceTypeIds, startsOn, endsOn }, { timeZone }) => {
  if (deviceTypeIds.length > 0 && !deviceTypeIds.includes(deviceTypeId)) return no('no-access-time', 'deviceTypeId')
  const inside =
    localDate(start, timeZone) >= startsOn &&
    (endsOn === null || localDate(new Date(end.getTime() - 1), timeZone) <= endsOn)
  return inside ? null : no('no-access-time', 'start')
}

/** B-7 */
const permits: Rule = (_request, { permitted }) => (permitted ? null : no('not-permitted-then', 'start'))

/** B-8. For a start after midnight, a window across midnight began the day before. */
const opens: Rule = ({ start, end }, { fullDay, dailyFrom, dailyUntil }, { timeZone }) => {
  if (fullDay || dailyFrom === null || dailyUntil === null) return null
  const from = dailyFrom.slice(0, 5)
  const until = fullMinute(dailyUntil)
  const day = localDate(start, timeZone)
  const nights = until <= from ? 1 : 0
  const inside = (shift: number) =>
    start.getTime() >= timeOnDay(day, from, timeZone, shift).getTime() &&
    end.getTime() <= timeOnDay(day, until, timeZone, shift + nights).getTime()
  return inside(0) || (nights === 1 && inside(-1)) ? null : no('outside-access-time', 'start', { from, until })
}

/** B-9 */
const staysOneDay: Rule = (request, { singleDay }, { timeZone }) =>
  singleDay && !onSameDay(request, timeZone) ? no('not-same-day', 'end') : null

/** B-10 */
const isLongEnough: Rule = ({ start, end }, { minDurationMinutes: minutes }, { timeZone }) =>
  minutes > 0 && end.getTime() < after(start, minutes, timeZone).getTime()
    ? no('duration-too-short', 'end', { minutes })
    : null

/** B-11 */
const isShortEnough: Rule = ({ start, end }, { maxDurationMinutes: minutes }, { timeZone }) =>
  minutes !== -1 && end.getTime() > after(start, minutes, timeZone).getTime()
    ? no('duration-too-long', 'end', { minutes })
    : null

/** B-12 */
const fitsSlots: Rule = ({ end }, accessTime, { timeZone }) =>
  endsOnSlot(end, accessTime, timeZone) ? null : no('slot-mismatch', 'end', { slotMinutes: accessTime.slotMinutes })

/** B-13. Without a deadline the tolerance of B-3 applies. */
const isSoonEnough: Rule = ({ start }, { prebookMinMinutes: minutes }, { now, timeZone }) => {
  const earliest = minutes > 0 ? after(now, minutes, timeZone) : earliestStart(now)
  return start.getTime() < earliest.getTime() ? no('prebook-too-late', 'start', { minutes }) : null
}

/** B-14 */
const isLateEnough: Rule = ({ start }, { prebookMaxMinutes: minutes }, { now, timeZone }) =>
  minutes !== -1 && start.getTime() > after(now, minutes, timeZone).getTime()
    ? no('prebook-too-early', 'start', { minutes })
    : null

/** B-29. A free stay needs no product. */
const canBePaid: Rule = ({ start, end }, { paymentSold, stages }, { timeZone }) =>
  !paymentSold && priceFor(stages, start, end, timeZone) > 0 ? no('payment-not-offered', 'start') : null

/** B-15. The plate is typed while the place is held, so only finalizing asks for it. */
const hasPlate: Rule = ({ licencePlate }, { licencePlateMandatory }, { stage }) =>
  stage === 'finalize' && licencePlateMandatory && !licencePlate?.trim()
    ? no('licence-plate-required', 'licencePlate')
    : null

const rules: readonly Rule[] = [
  applies,
  permits,
  opens,
  staysOneDay,
  isLongEnough,
  isShortEnough,
  fitsSlots,
  isSoonEnough,
  isLateEnough,
  canBePaid,
  hasPlate,
]

/**
 * Returns all refusals of a request under one access time, in the order of the rules B-6 to B-14, B-29, B-15. The span
 * itself has passed `checkSpan`.
 */
export function checkAccessTime(
  request: BookingRequest,
  accessTime: AccessTime,
  circumstances: Circumstances,
): BookingRefusal[] {
  return rules.flatMap((rule) => rule(request, accessTime, circumstances) ?? [])
}

/** Returns whether a request passes; stops at the first refusal. */
export function passesAccessTime(
  request: BookingRequest,
  accessTime: AccessTime,
  circumstances: Circumstances,
): boolean {
  return rules.every((rule) => rule(request, accessTime, circumstances) === null)
}
