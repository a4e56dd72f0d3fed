import type { Knex } from 'knex'
import { alternatives } from '../../contract/reservations.ts'
import { many } from '../../db/sql.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import { readBookedDevices } from '../claims/booked-devices.ts'
import { refusalOfPlace } from '../claims/claim-device.ts'
import { type DeviceFacts, readDeviceFacts, type Span } from '../claims/facts.ts'
import { findReservation, type LockedReservation } from '../claims/own.ts'
import { companions, isPlace } from '../claims/places-of-site.ts'
import { answer } from '../kernel/bus/handle.ts'

/** Returns free places equivalent to the reserved one (rule L-6); none if it can no longer be moved. */
export default answer(alternatives, async ({ input, actor, trx, refuse }) => {
  const own = await findReservation(trx, actor, input.reservationId, 'either')
  if (!own) return refuse('not-found')
  if (reservationRefusal('CHANGE_DEVICE', own, own.now)) return { devices: [] }
  const free = await readAlternatives(trx, own, own, own.id)
  const ids = free.map(({ deviceId }) => deviceId)
  return { devices: await readBookedDevices(trx, ids) }
})

/** Returns the optional devices of a reservation, ascending. */
export async function optionalOf(trx: Knex, own: LockedReservation): Promise<number[]> {
  const sql = 'select id from devices where id = any (?) and is_optional order by id'
  const rows = await many<{ id: number }>(trx, sql, [[...own.childDeviceIds]])
  return rows.map(({ id }) => id)
}

/**
 * Returns equivalent places that are free for a span with their way and the optional devices. Claims of the reservation
 * `except` do not count.
 */
export async function readAlternatives(
  trx: Knex,
  own: LockedReservation,
  span: Span,
  except: number | null,
): Promise<DeviceFacts[]> {
  const optional = await optionalOf(trx, own)
  const devices = await readDeviceFacts(trx, { siteIds: [own.siteId] }, span, own.now, except)
  const free = (device: DeviceFacts) => refusalOfPlace(device, span, own.now) === null
  return devices.filter((device) => {
    if (device.deviceId === own.deviceId || device.typeId !== own.typeId || !isPlace(device) || !free(device))
      return false
    const along = companions(device, devices, optional)
    return along?.every((each) => !each.maintenance && (!each.reservable || free(each))) ?? false
  })
}
