import type { AccessTime, BookingRequest, Circumstances } from '../types.ts'

/** Default zone of the tests; its clocks change on 2026-10-25 and 2027-03-28. */
export const berlin = 'Europe/Berlin'
export const minute = 60_000
export const dayMinutes = 1_440

/** An access time that permits everything; a test states what it changes. */
export const open: AccessTime = {
  id: 1,
  mode: 'public',
  permitted: true,
  deviceTypeIds: [],
  startsOn: '2020-01-01',
  endsOn: null,
  fullDay: true,
  dailyFrom: null,
  dailyUntil: null,
  singleDay: false,
  slotMinutes: 1,
  minDurationMinutes: -1,
  maxDurationMinutes: -1,
  prebookMinMinutes: 0,
  prebookMaxMinutes: -1,
  refundUntilMinutes: 0,
  licencePlateMandatory: false,
  paymentSold: true,
  stages: [],
}

/** In Berlin, long before the spans of the tests. */
export const calm: Circumstances = { now: new Date('2026-01-01T00:00:00Z'), timeZone: berlin, stage: 'finalize' }

/** A request for type 7 without a plate; from and until have their offset. */
export function request(start: string | Date, end: string | Date, more: Partial<BookingRequest> = {}): BookingRequest {
  return { start: new Date(start), end: new Date(end), deviceTypeId: 7, licencePlate: null, ...more }
}
