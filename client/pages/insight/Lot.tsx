import { Link } from '@tanstack/react-router'
import type { DeviceView } from '../../../contract/devices.ts'
import type { IncidentView } from '../../../contract/insight.ts'
import { shownState } from '../../../machines/device.ts'
import { useT } from '../../i18n/i18n.ts'
import { pageOf } from '../../shell/pages.ts'
import { Age } from '../../ui/Age.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { doorText } from '../control/door-words.ts'
import classes from './incident.module.css'

const timeMachine = '/sites/time-machine'

/** The state of the lot now, and the ways to its pages: the device, the plan of its site, and how it was when this began. */
export function Lot({ incident, device }: { incident: IncidentView; device: DeviceView | null }) {
  const t = useT()
  const { site, reservation, openedAt } = incident
  const zone = site.timeZone
  return (
    <>
      {device !== null && (
        <p className={classes.state}>
          <StatusBadge state={shownState(device)} />
          {device.doorState !== null && <span>{doorText(device.doorState, device.type, t)}</span>}
          <span>
            {t('insight.fact.lastMessage')}: <Age at={device.lastMessageAt} zone={zone} />
          </span>
        </p>
      )}
      <ul className={classes.ways}>
        {incident.device !== null && (
          <li>
            <Way
              icon="device"
              to="/devices/$deviceId"
              params={{ deviceId: String(incident.device.id) }}
              text={t('insight.lot.device', { name: incident.device.name })}
            />
          </li>
        )}
        {reservation !== null && (
          <li>
            <Way
              icon="ticket"
              to="/reservations/$reservationId"
              params={{ reservationId: String(reservation.id) }}
              text={t('insight.lot.reservation', { number: String(reservation.number) })}
            />
          </li>
        )}
        <li>
          <Way
            icon="map"
            to="/sites/visualization"
            search={{ site: site.id }}
            text={t('insight.lot.plan', { site: site.name })}
          />
        </li>
        {pageOf(timeMachine) !== undefined && (
          <li>
            <Way
              icon="history"
              to={timeMachine}
              search={{ site: site.id, at: openedAt }}
              text={t('insight.lot.timeMachine')}
            />
          </li>
        )}
      </ul>
    </>
  )
}

/** A link of such a list. */
export function Way({
  icon,
  text,
  to,
  params = {},
  search = {},
}: {
  icon: IconName
  text: string
  to: string
  params?: object
  search?: object
}) {
  return (
    <Link to={to as '/'} params={params as never} search={search as never}>
      <Icon name={icon} size={18} /> {text}
    </Link>
  )
}
