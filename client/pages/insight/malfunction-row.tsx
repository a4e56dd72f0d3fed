import { Tooltip } from '@mantine/core'
import { memo, useSyncExternalStore } from 'react'
import type { MalfunctionView } from '../../../contract/devices.ts'
import type { malfunctions } from '../../../contract/insight.ts'
import { formatDateTime, formatList } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import {
  affectedText,
  detailText,
  isOld,
  kindIcons,
  placeOf,
  returnedText,
  triedText,
} from '../../malfunction/malfunction-words.ts'
import { type Live, useRow } from '../../stores/use-watch.ts'
import { Age } from '../../ui/age.tsx'
import { onTick, serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import { Acknowledge } from './acknowledge.tsx'
import { IncidentLink } from './incident-link.tsx'
import classes from './insight.module.css'

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

const everyHalfMinute = (listener: () => void) => onTick(30_000, listener)

/** What makes it more or less urgent: affected reservations, flapping, what was tried. */
function Marks({ malfunction }: { malfunction: MalfunctionView }) {
  const t = useT()
  const affected = useSyncExternalStore(everyHalfMinute, () => affectedText(malfunction, serverNow(), t))
  const returned = returnedText(malfunction, t)
  const tried = triedText(malfunction, t)
  const { comments, unsteady } = malfunction
  if (affected === null && returned === null && tried === null && comments === 0) return null
  return (
    <p className={`${classes.marks} ${classes.rowText}`}>
      {affected !== null && (
        <Badge tone="error" icon="user">
          {affected}
        </Badge>
      )}
      {returned !== null && (
        <Badge tone={unsteady ? 'warning' : 'neutral'} icon="swap" quiet={!unsteady}>
          {returned}
        </Badge>
      )}
      {tried !== null && <span>{tried}</span>}
      {comments > 0 && <span>{t('insight.comments', { count: comments })}</span>}
    </p>
  )
}

function Row({ malfunction, fresh, chosen, level }: Omit<RowProps, 'live' | 'id'> & { malfunction: MalfunctionView }) {
  const t = useT()
  const Heading = `h${level}` as const
  const detail = detailText(malfunction, t)
  const { site, zones, gateway, device, assignedTo } = malfunction
  return (
    <article
      className={classes.row}
      data-severity={malfunction.severity}
      data-seen={malfunction.acknowledgedAt !== null || undefined}
      data-fresh={fresh || undefined}
      data-chosen={chosen || undefined}
    >
      <div className={classes.what}>
        <span className={classes.sign} aria-hidden="true">
          <Icon name={kindIcons[malfunction.kind]} size={22} />
        </span>
        <div className={classes.whatBlock}>
          <Heading className={classes.rowTitle}>
            <IncidentLink
              id={malfunction.id}
              label={t('insight.details', {
                kind: t(`insight.kind.${malfunction.kind}`),
                place: placeOf(malfunction, t),
              })}
              className={classes.cover}
            >
              {t(`insight.kind.${malfunction.kind}`)}
            </IncidentLink>
            {fresh && <em className={classes.new}>{t('insight.new')}</em>}
          </Heading>
          <p className={classes.rowText}>
            <span className={classes.whatPart} data-severity={malfunction.severity}>
              {t(`insight.severity.${malfunction.severity}`)}
            </span>
            {detail !== null && <span className={classes.whatPart}>{detail}</span>}
          </p>
        </div>
      </div>
      <div className={classes.where}>
        <strong className={classes.whereStrong}>{placeOf(malfunction, t)}</strong>
        <p className={classes.rowText}>
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
        <span className={classes.sinceWord}>{t('common.since')}</span>{' '}
        <Age at={malfunction.openedAt} zone={site.timeZone} />
      </div>
      <div className={classes.ackCell}>
        <Acknowledge malfunction={malfunction} />
        {assignedTo !== null && (
          <span className={classes.assigned}>
            <Icon name="user" size={16} /> {t('insight.assigned', { name: assignedTo.name })}
          </span>
        )}
      </div>
      <Marks malfunction={malfunction} />
    </article>
  )
}

interface RowProps {
  live: Pick<Live<(typeof malfunctions)['kinds'][number]>, 'view' | 'kinds'>
  id: number
  fresh: boolean
  /** Its details are open. */
  chosen: boolean
  /** Level of its heading: 3 below a group's. */
  level: 2 | 3
}

/** A malfunction of the dashboard; only its own changes redraw it. */
export const MalfunctionRow = memo(function MalfunctionRow({ live, id, ...rest }: RowProps) {
  const malfunction = useRow(live, 'malfunction', id)
  return malfunction === null ? null : <Row malfunction={malfunction} {...rest} />
})
