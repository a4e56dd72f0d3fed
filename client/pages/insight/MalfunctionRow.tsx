import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import type { MalfunctionView } from '../../../contract/devices.ts'
import type { malfunctions } from '../../../contract/insight.ts'
import { formatDateTime, formatList } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { type Live, useRow } from '../../stores/useWatch.ts'
import { Age } from '../../ui/Age.tsx'
import { serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { Acknowledge } from './Acknowledge.tsx'
import classes from './insight.module.css'
import { detailText, isOld, kindIcons, placeOf } from './malfunction-words.ts'

function GatewayFact({ gateway, zone }: { gateway: MalfunctionView['gateway']; zone: string }) {
  const t = useT()
  const name = t('insight.where.gateway', { name: gateway.name })
  if (!isOld(gateway.lastMessageAt, serverNow())) return <span>{name}</span>
  const text =
    gateway.lastMessageAt === null
      ? t('insight.gateway.oldNever')
      : t('insight.gateway.old', { time: formatDateTime(gateway.lastMessageAt, zone) })
  return (
    <Tooltip label={text} multiline maw={280}>
      <button type="button" className={classes.old} aria-label={`${name}: ${text}`}>
        {name} · {t('insight.gateway.oldMark')}
      </button>
    </Tooltip>
  )
}

function DeviceLink({ malfunction, children }: { malfunction: MalfunctionView; children: ReactNode }) {
  const t = useT()
  const { device } = malfunction
  if (device === null) return children
  const label = t('insight.details', {
    kind: t(`insight.kind.${malfunction.kind}`),
    place: placeOf(malfunction, t),
  })
  return (
    <Link
      to="/devices/$deviceId"
      params={{ deviceId: String(device.id) }}
      aria-label={label}
      className={classes.cover ?? ''}
    >
      {children}
    </Link>
  )
}

function Row({ malfunction, fresh, level }: { malfunction: MalfunctionView; fresh: boolean; level: 2 | 3 }) {
  const t = useT()
  const Heading = `h${level}` as const
  const detail = detailText(malfunction, t)
  const { site, zones, gateway, device } = malfunction
  return (
    <article
      className={classes.row}
      data-severity={malfunction.severity}
      data-seen={malfunction.acknowledgedAt !== null || undefined}
      data-fresh={fresh || undefined}
    >
      <div className={classes.what}>
        <span className={classes.sign} aria-hidden="true">
          <Icon name={kindIcons[malfunction.kind]} size={22} />
        </span>
        <div>
          <Heading>
            <DeviceLink malfunction={malfunction}>{t(`insight.kind.${malfunction.kind}`)}</DeviceLink>
            {fresh && <em className={classes.new}>{t('insight.new')}</em>}
          </Heading>
          <p>
            <span data-severity={malfunction.severity}>{t(`insight.severity.${malfunction.severity}`)}</span>
            {detail !== null && <span>{detail}</span>}
          </p>
        </div>
      </div>
      <div className={classes.where}>
        <strong>{placeOf(malfunction, t)}</strong>
        <p>
          {device !== null && <span>{nameIn(device.type)}</span>}
          <span>{site.name}</span>
          {zones.length > 0 && (
            <span>{t('insight.where.zones', { names: formatList(zones.map((zone) => zone.name)) })}</span>
          )}
        </p>
      </div>
      <div className={classes.gateway}>
        <GatewayFact gateway={gateway} zone={site.timeZone} />
      </div>
      <div className={classes.since}>
        <span>{t('insight.since')}</span> <Age at={malfunction.openedAt} zone={site.timeZone} />
      </div>
      <div className={classes.ackCell}>
        <Acknowledge malfunction={malfunction} />
      </div>
    </article>
  )
}

/** A malfunction of the dashboard; only its own changes draw it again. */
export const MalfunctionRow = memo(function MalfunctionRow({
  live,
  id,
  fresh,
  level,
}: {
  live: Pick<Live<(typeof malfunctions)['kinds']>, 'view' | 'kinds'>
  id: number
  fresh: boolean
  /** Of its heading: 3 below a group's. */
  level: 2 | 3
}) {
  const malfunction = useRow(live, 'malfunction', id)
  return malfunction === null ? null : <Row malfunction={malfunction} fresh={fresh} level={level} />
})
