import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TimelineDevice } from '../../../contract/sites/timeline.ts'
import { shownState } from '../../../machines/device.ts'
import { CardHead } from '../../devices/card-head.tsx'
import card from '../../devices/device-card.module.css'
import { deviceCommandWords } from '../../devices/device-command-words.ts'
import { doorText } from '../../devices/door-words.ts'
import { formatDateTime, formatSpan } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import text from '../../ui/text.module.css'
import classes from './time-machine.module.css'
import { type RowThen, type ShownPast, useThen } from './use-then.ts'

interface DeviceThenCardProps {
  past: ShownPast
  device: TimelineDevice
  zone: string
  onClose: () => void
}

/** A device as it was at the second that is shown, with the way to what its reservation and command are today. */
export function DeviceThenCard({ past, device, zone, onClose }: DeviceThenCardProps) {
  const t = useT()
  const row = useThen(past, device.id)
  return (
    <section className={card.card} aria-label={device.name}>
      <CardHead device={device} onClose={onClose} />
      {row !== null && <Facts row={row} zone={zone} />}
      {device.retiredAt === null ? (
        <Link className={classes.more} to="/devices/$deviceId" params={{ deviceId: String(device.id) } as never}>
          {t('time-machine.card.page')} <Icon name="arrowRight" size={18} />
        </Link>
      ) : (
        <p className={text.note}>{t('time-machine.card.retired')}</p>
      )}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.factsBlock}>
      <dt className={classes.factsTerm}>{name}</dt>
      <dd className={classes.factsValue}>{children}</dd>
    </div>
  )
}

function Facts({ row: { device, past }, zone }: { row: RowThen; zone: string }) {
  const t = useT()
  const time = (at: number | string) => formatDateTime(at, zone, { seconds: true })
  const { report, silentSince, reservations, malfunctions, maintenance } = past
  return (
    <>
      <div className={card.states}>
        <StatusBadge state={shownState(device)} />
        {device.doorState !== null && <span>{doorText(device.doorState, device.type, t)}</span>}
      </div>
      {report?.lateS !== undefined && (
        <p className={text.note}>{t('time-machine.fact.late', { minutes: Math.ceil(report.lateS / 60) })}</p>
      )}
      <dl className={classes.facts}>
        <Fact name={t('common.since')}>
          {report === null
            ? t('time-machine.card.never')
            : report.already
              ? t('time-machine.fact.already', { time: time(report.at) })
              : time(report.at)}
        </Fact>
        {silentSince !== null && <Fact name={t('time-machine.fact.silent')}>{time(silentSince)}</Fact>}
        <Fact name={t('common.reservation')}>
          {reservations.length === 0
            ? t('time-machine.fact.reservation.none')
            : reservations.map(({ id, number, startsAt, endsAt }) => (
                <span key={id} className={classes.block}>
                  <ReservationLink id={id} number={number} />
                  <small className={classes.blockNote}>{formatSpan(startsAt, endsAt, zone)}</small>
                </span>
              ))}
        </Fact>
        <Fact name={t('common.command')}>
          {device.deviceCommand === null ? (
            t('time-machine.fact.command.none')
          ) : (
            <Link
              className={classes.inline}
              to="/commands/$deviceCommandId"
              params={{ deviceCommandId: device.deviceCommand.id } as never}
              search={{} as never}
            >
              {deviceCommandWords(device.deviceCommand, t).text}
            </Link>
          )}
        </Fact>
        <Fact name={t('common.malfunctions')}>
          {malfunctions.length === 0
            ? t('time-machine.fact.troubles.none')
            : malfunctions.map(({ id, kind, openedAt }) => (
                <span key={id} className={classes.block}>
                  <Link className={classes.inline} to="/malfunctions" search={{ incident: id } as never}>
                    {t(`insight.kind.${kind}`)}
                  </Link>
                  <small className={classes.blockNote}>{time(openedAt)}</small>
                </span>
              ))}
        </Fact>
        {maintenance.map(({ id, reason }) => (
          <Fact key={id} name={t('common.maintenance')}>
            {reason}
          </Fact>
        ))}
      </dl>
    </>
  )
}

export function ReservationLink({ id, number }: { id: number; number: number }) {
  const t = useT()
  return (
    <Link
      className={classes.inline}
      to="/reservations/$reservationId"
      params={{ reservationId: String(id) } as never}
      search={{} as never}
    >
      {t('time-machine.number', { number: String(number) })}
    </Link>
  )
}
