import type { ReactNode } from 'react'
import type { IncidentView, incident as incidentWatch, malfunctions } from '../../../contract/insight.ts'
import { device as deviceWatch } from '../../../contract/insight.ts'
import { formatDateTime, formatList } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { affectedText, detailText, lastedText, returnedText } from '../../malfunction/malfunction-words.ts'
import { type Live, useRow, useWatch } from '../../stores/use-watch.ts'
import { Age } from '../../ui/age.tsx'
import { Alert } from '../../ui/alert.tsx'
import { serverNow } from '../../ui/clock.ts'
import { Acknowledge } from './acknowledge.tsx'
import { Assign } from './assign.tsx'
import { CommentBox } from './comment-box.tsx'
import { Explained } from './explained.tsx'
import classes from './incident.module.css'
import { Lot } from './lot.tsx'
import { Section } from './section.tsx'
import { Timeline } from './timeline.tsx'
import { WhatToDo } from './what-to-do.tsx'

interface DetailsProps {
  incident: IncidentView
  live: Live<(typeof incidentWatch)['kinds'][number]>
  board: Live<(typeof malfunctions)['kinds'][number]>
}

/** Facts, what to do, the lot, what it explains, and its timeline. */
export function IncidentDetails(props: DetailsProps) {
  const { device } = props.incident
  return device === null ? <Sections {...props} lot={null} /> : <WithDevice {...props} deviceId={device.id} />
}

function WithDevice({ deviceId, ...props }: DetailsProps & { deviceId: number }) {
  const lot = useWatch(deviceWatch, { deviceId })
  const device = useRow(lot, 'device', deviceId)
  return <Sections {...props} lot={device === null ? null : { live: lot, device }} />
}

function Sections({ incident, live, board, lot }: DetailsProps & { lot: Parameters<typeof WhatToDo>[0]['lot'] }) {
  const t = useT()
  const over = incident.closedAt !== null
  return (
    <div className={classes.sections}>
      {over && (
        <Alert severity="success">
          {t('insight.over', { time: formatDateTime(incident.closedAt ?? '', incident.site.timeZone) })}
        </Alert>
      )}
      <Facts incident={incident} />
      {!over && (
        <Section title={t('insight.do')}>
          <WhatToDo incident={incident} lot={lot} />
        </Section>
      )}
      {!over && (
        <Section title={t('insight.care')}>
          <div className={classes.care}>
            <Acknowledge malfunction={incident} />
            <Assign incident={incident} />
          </div>
        </Section>
      )}
      <Explained incident={incident} board={board} />
      <Section title={t(incident.device === null ? 'insight.lot.site' : 'insight.lot')}>
        <Lot incident={incident} device={lot?.device ?? null} />
      </Section>
      <Section title={t('common.whatHappened')}>
        <CommentBox malfunctionId={incident.id} />
        <Timeline incident={incident} live={live} />
      </Section>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes.factsTerm}>{name}</dt>
      <dd className={classes.factsValue}>{children}</dd>
    </div>
  )
}

function Facts({ incident }: { incident: IncidentView }) {
  const t = useT()
  const { site, zones, gateway, device, openedAt, closedAt } = incident
  const now = serverNow()
  const affected = affectedText(incident, now, t)
  const detail = detailText(incident, t)
  const returned = returnedText(incident, t)
  return (
    <>
      {affected !== null && closedAt === null && <Alert severity="error">{affected}</Alert>}
      {incident.rightSince !== null && <Alert severity="info">{t('insight.rightNow')}</Alert>}
      <dl className={classes.facts}>
        <Fact name={t('insight.filter.severity')}>{t(`insight.severity.${incident.severity}`)}</Fact>
        <Fact name={t('common.since')}>
          {formatDateTime(openedAt, site.timeZone)} {closedAt === null && <>· {<Age at={openedAt} />}</>}
        </Fact>
        {closedAt !== null && (
          <Fact name={t('insight.lasted')}>{lastedText(Date.parse(closedAt) - Date.parse(openedAt), t)}</Fact>
        )}
        {detail !== null && <Fact name={t('insight.figures')}>{detail}</Fact>}
        {returned !== null && <Fact name={t('insight.steadiness')}>{returned}</Fact>}
        {device !== null && <Fact name={t('insight.fact.type')}>{nameIn(device.type)}</Fact>}
        <Fact name={t('common.gateway')}>{gateway.name}</Fact>
        {zones.length > 0 && <Fact name={t('common.zone')}>{formatList(zones.map((zone) => zone.name))}</Fact>}
      </dl>
    </>
  )
}
