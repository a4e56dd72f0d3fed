import { statistics } from '../../contract/statistics.ts'
import { dayMs } from '../../machines/booking/zone.ts'
import { answer } from '../kernel/bus/handle.ts'
import { gather } from './assemble-figures.ts'
import { readBookings } from './bookings.ts'
import { sliceMs, stepFor } from './calendar.ts'
import { readMalfunctions } from './malfunctions.ts'
import { readOccupied } from './occupied.ts'
import { mustFit } from './span.ts'
import { readTarget } from './target.ts'

/** Figures of a device, a site or a zone of the caller over [from, until), at most 366 days (rules T-14 to T-20). */
export default answer(statistics, async ({ input, actor, trx, now, refuse }) => {
  const span = mustFit(input, refuse)
  const target = await readTarget(trx, actor, input.scope, input.targetId)
  if (target === null) return refuse('not-found')
  const slice = sliceMs(span, target.timeZone)
  const bookings = await readBookings(trx, target, span, { sliceMs: slice, now })
  const told = await readOccupied(trx, target, span, now)
  const malfunctions = await readMalfunctions(trx, target, span, now)
  const { totals, series, heat } = gather(
    { span, sliceMs: slice, timeZone: target.timeZone, places: target.placeIds.length },
    { bookings, told, opened: malfunctions.opened },
  )
  const pastDays = Math.max(0, Math.min(span.until, now.getTime()) - span.from) / dayMs
  const began = bookings.reduce((sum, each) => sum + each.began, 0)
  const minutes = bookings.reduce((sum, each) => sum + each.lastedMs, 0) / 60_000
  const ran = totals.reservations - totals.canceled
  const placeDays = target.placeIds.length * pastDays
  return {
    timeZone: target.timeZone,
    step: stepFor(span),
    places: target.placeIds.length,
    totals: {
      ...totals,
      turnover: placeDays > 0 ? began / placeDays : 0,
      meanMinutes: ran > 0 ? minutes / ran : 0,
      downMinutes: malfunctions.downMinutes,
    },
    series,
    heat,
    kinds: [...malfunctions.kinds],
  }
})
