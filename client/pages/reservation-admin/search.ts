import * as z from 'zod'
import { list } from '../../../contract/reservations.ts'
import { reservationStates } from '../../../machines/reservation-rules.ts'

/** Spans of the start: 'month' = from today to the same day a month ahead (the default), 'custom' = the days from and until. */
export const windows = ['month', 'today', 'week', 'past', 'all', 'custom'] as const
export const calendarViews = ['week', 'month', 'day', 'table'] as const
export type CalendarView = (typeof calendarViews)[number]

const day = z.iso.date().optional().catch(undefined)
const id = z.coerce.number().int().positive().optional().catch(undefined)
const euros = z.coerce.number().int().min(0).max(15).optional().catch(undefined)

/** The filters of the operators' list in the address; what is left out is the default. */
export const bookingSearch = z.object({
  search: z.string().max(255).optional().catch(undefined),
  states: z.array(z.enum(reservationStates)).min(1).max(4).optional().catch(undefined),
  window: z.enum(windows).optional().catch(undefined),
  from: day,
  until: day,
  /** Whole euros; max left out = no upper limit. */
  min: euros,
  max: euros,
  /** Those that the reader looks after; left out, Reservation Managers see theirs and others all. */
  mine: z.boolean().optional().catch(undefined),
  site: id,
  /** 'add' = the dialog that reserves for somebody is open. */
  q: z.literal('add').optional().catch(undefined),
  sort: list.input.shape.sort.unwrap().optional().catch(undefined),
  page: id,
})
export type BookingSearch = z.output<typeof bookingSearch>

/** Which days of a device's calendar: a view around a day of the site. */
export const calendarSearch = z.object({
  view: z.enum(calendarViews).optional().catch(undefined),
  day,
})
export type CalendarSearch = z.output<typeof calendarSearch>
