import type { AccessView } from '../../contract/control/own.ts'
import { opensAt } from '../../machines/reservation-rules.ts'
import { formatList } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { Panel } from '../ui/page.tsx'
import { Arrival } from './arrival.tsx'
import { DoorQr } from './door-qr.tsx'
import { type Door, phaseOf } from './may.ts'
import { momentText } from './moment.ts'
import type { Opener } from './opener.ts'
import classes from './opening.module.css'

interface OtherWaysProps {
  opener: Opener
  access: AccessView
  doors: readonly Door[]
  now: number
  carries: boolean
}

/** Other ways in: PIN, QR code, card, licence plate, position; each only where a device has it. */
export function OtherWays({ opener, access, doors, now, carries }: OtherWaysProps) {
  const t = useT()
  const phase = phaseOf(access, now)
  if (phase === 'ended' || phase === 'over' || access.blocked) return null
  const having = (kind: string) => doors.filter(({ device }) => device.access.includes(kind))
  const names = (of: readonly Door[]) => formatList(of.map(({ view }) => view.name))
  const [pin, rfid, qr, plate] = [having('pin'), having('rfidToken'), having('qr'), having('licensePlate')]
  const { gps, plate: byPlate } = access.automatic
  const cameras = byPlate.allowed && plate.length > 0
  if (pin.length + rfid.length + qr.length === 0 && !cameras && !gps.allowed) return null
  const opens = momentText(
    opensAt({ start: new Date(access.start), prebookMinMinutes: access.prebookMinMinutes }),
    now,
    access.site.timeZone,
  )
  return (
    <Panel title={t('open.ways')}>
      <div className={classes.ways}>
        {pin.length > 0 && (
          <section className={classes.waysSection}>
            <h3 className={classes.waysTitle}>
              <Icon className={classes.waysIcon} name="key" />
              {t('open.pin')}
            </h3>
            {access.pin === null ? (
              <p className={classes.waysText}>{t('open.pin.later', { time: opens })}</p>
            ) : (
              <>
                <p className={`${classes.pin} ${classes.waysText}`}>
                  <span className={classes.unseen}>{t('open.pin.say', { digits: [...access.pin].join(' ') })}</span>
                  <span aria-hidden="true">{access.pin}</span>
                </p>
                <p className={classes.waysText}>{t('open.pin.at', { devices: names(pin) })}</p>
              </>
            )}
          </section>
        )}
        {qr.map((door) => (
          <DoorQr
            key={door.device.deviceId}
            opener={opener}
            door={door}
            phase={phase}
            opens={opens}
            carries={carries}
          />
        ))}
        {rfid.length > 0 && (
          <section className={classes.waysSection}>
            <h3 className={classes.waysTitle}>
              <Icon className={classes.waysIcon} name="card" />
              {t('open.rfid')}
            </h3>
            <p className={classes.waysText}>{t('open.rfid.text', { devices: names(rfid) })}</p>
            {access.rfidToken !== null && (
              <p className={classes.waysText}>{t('open.rfid.token', { token: access.rfidToken })}</p>
            )}
          </section>
        )}
        {cameras && (
          <section className={classes.waysSection}>
            <h3 className={classes.waysTitle}>
              <Icon className={classes.waysIcon} name="plate" />
              {t('open.plate')}
            </h3>
            <p className={classes.waysText}>
              {byPlate.plate === null
                ? t('open.plate.none', { devices: names(plate) })
                : t('open.plate.text', { devices: names(plate), plate: byPlate.plate })}
            </p>
          </section>
        )}
        {gps.allowed && opener.arrive !== null && opener.allow !== null && (
          <Arrival
            arrive={opener.arrive}
            allow={opener.allow}
            gps={gps}
            early={phase === 'early'}
            opens={opens}
            carries={carries}
          />
        )}
      </div>
    </Panel>
  )
}
