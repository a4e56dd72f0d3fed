import { Link } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { mayAccess, operatorFeatures } from '../../../contract/features.ts'
import type { BookedDevice, BookingView } from '../../../contract/reservations/view.ts'
import { localDate } from '../../../machines/booking/calendar.ts'
import { useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { DeviceLabel } from '../../ui/device-label.tsx'
import { Icon } from '../../ui/icons.tsx'
import classes from './bookings.module.css'

/** Every device of a reservation in the order of its path, with the way to its page and its calendar. */
export function BookingDevices({ booking }: { booking: BookingView }) {
  const t = useT()
  const { features } = useSnapshot(session)
  const linked = mayAccess(operatorFeatures, new Set(features))
  const { device, children } = booking
  const all: { device: BookedDevice; role: string; main: boolean }[] = [
    { device, role: t('bookings.detail.mainDevice'), main: true },
    ...children.map((child) => ({
      device: child,
      role: t(child.mandatory ? 'bookings.detail.mandatory' : 'bookings.detail.optional'),
      main: false,
    })),
  ]
  all.sort((a, b) => a.device.sequenceNumber - b.device.sequenceNumber || Number(b.main) - Number(a.main))
  return (
    <ul className={classes.devices}>
      {all.map(({ device: each, role, main }) => {
        const params = { deviceId: String(each.id) }
        return (
          <li className={classes.devicesItem} key={each.id}>
            <div className={classes.devicesBlock}>
              <DeviceLabel device={each} />
              <small className={classes.dim}>{role}</small>
            </div>
            <span className={classes.ways}>
              {main && (
                <Link
                  className={classes.waysLink}
                  to="/devices/$deviceId/calendar"
                  params={params}
                  search={{ day: localDate(new Date(booking.start), booking.site.timeZone) }}
                  aria-label={t('bookings.calendar.title', { device: each.name })}
                >
                  <Icon name="calendar" /> {t('bookings.detail.calendar')}
                </Link>
              )}
              {linked && (
                <Link
                  className={classes.waysLink}
                  to="/devices/$deviceId"
                  params={params}
                  aria-label={t('bookings.detail.device', { device: each.name })}
                >
                  <Icon name="arrowRight" />
                </Link>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
