import type { ReservationView } from '../../../contract/reservations/view.ts'
import { useT } from '../../i18n/i18n.ts'
import { wayOf } from '../../reservation/stays.ts'
import { DeviceLabel } from '../../ui/device-label.tsx'
import classes from './reservations.module.css'

/** The devices of a reservation in the order of the way; nothing for a single one, which names the card already. */
export function Way({ view }: { view: ReservationView }) {
  const t = useT()
  if (view.children.length === 0) return null
  return (
    <ol className={classes.way} aria-label={t('reservations.way')}>
      {wayOf(view).map((device) => (
        <li className={classes.wayItem} key={device.id}>
          <DeviceLabel device={device} />
        </li>
      ))}
    </ol>
  )
}
