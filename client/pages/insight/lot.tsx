import type { DeviceView } from '../../../contract/devices.ts'
import type { IncidentView } from '../../../contract/insight.ts'
import { shownState } from '../../../machines/device.ts'
import { doorText } from '../../devices/door-words.ts'
import { useT } from '../../i18n/i18n.ts'
import { Age } from '../../ui/age.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './incident.module.css'
import { PlanWay, Way } from './way.tsx'

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
          <Way
            icon="device"
            to="/devices/$deviceId"
            params={{ deviceId: String(incident.device.id) }}
            text={t('insight.lot.device', { name: incident.device.name })}
          />
        )}
        {reservation !== null && (
          <Way
            icon="ticket"
            to="/reservations/$reservationId"
            params={{ reservationId: String(reservation.id) }}
            text={t('common.reservationNumber', { number: String(reservation.number) })}
          />
        )}
        <PlanWay site={site} />
        <Way
          icon="history"
          to="/sites/time-machine"
          search={{ site: site.id, at: openedAt }}
          text={t('insight.lot.timeMachine')}
        />
      </ul>
    </>
  )
}
