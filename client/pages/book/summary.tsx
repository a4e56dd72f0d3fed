import type { ReservationView } from '../../../contract/reservations/view.ts'
import { formatList, formatSpan, zoneDiffers } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { DeviceLabel } from '../../ui/device-label.tsx'
import { Icon } from '../../ui/icons.tsx'
import classes from './summary.module.css'

/** Which place, where and when: the same text while booking and afterwards. */
export function Summary({ row }: { row: Pick<ReservationView, 'device' | 'site' | 'start' | 'end' | 'children'> }) {
  const t = useT()
  const { site, start, end } = row
  const where = [site.address, [site.zip, site.city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const foreign = zoneDiffers(new Date(start), site.timeZone) || zoneDiffers(new Date(end), site.timeZone)
  return (
    <div className={classes.summary}>
      <DeviceLabel device={row.device} />
      {row.children.length > 0 && (
        <p className={classes.summaryText}>
          <Icon className={classes.summaryIcon} name="plus" />
          <span>{t('booking.along.with', { names: formatList(row.children.map(({ name }) => name)) })}</span>
        </p>
      )}
      <p className={classes.summaryText}>
        <Icon className={classes.summaryIcon} name="clock" />
        <span>
          <strong>{formatSpan(start, end, site.timeZone)}</strong>
          {foreign && <small className={classes.summaryNote}>{t('booking.zone', { zone: site.timeZone })}</small>}
        </span>
      </p>
      <p className={classes.summaryText}>
        <Icon className={classes.summaryIcon} name="site" />
        <span>
          {site.name}
          {where !== '' && <small className={classes.summaryNote}>{where}</small>}
        </span>
      </p>
    </div>
  )
}
