import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { FieldMap } from '../../../contract/device-types/field-map.ts'
import { type MapFault, type MappedMessage, mapUplink } from '../../../contract/device-types/map-uplink.ts'
import { readEither, type Uplink } from '../../../contract/uplinks.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/page.tsx'
import classes from './device-types.module.css'

/** Paste an uplink and see what the portal would make of it, with the portal's own function. */
export function TryOut({ map }: { map: FieldMap | null }) {
  const t = useT()
  const [text, setText] = useState('')
  return (
    <Panel title={t('device-types.try.title')}>
      <div className={classes.try}>
        <Textarea
          label={t('device-types.try.label')}
          description={t('device-types.try.hint')}
          value={text}
          rows={8}
          spellCheck={false}
          classNames={{ input: classes.json ?? '' }}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div aria-live="polite" className={classes.outcome}>
          {text.trim() !== '' && <Outcome text={text} map={map} />}
        </div>
      </div>
    </Panel>
  )
}

function Outcome({ text, map }: { text: string; map: FieldMap | null }) {
  const t = useT()
  const body = jsonOf(text)
  if (body === undefined) return <Alert severity="error">{t('device-types.try.noJson')}</Alert>
  const read = readEither(body)
  if (read.kind === 'bad') return <Alert severity="error">{t('device-types.try.bad', { detail: read.detail })}</Alert>
  if (read.kind === 'ignored')
    return <Alert severity="info">{t('device-types.try.ignored', { event: read.event })}</Alert>
  if (map === null) return <Alert severity="warning">{t('device-types.try.draft')}</Alert>
  return <Made uplink={read.uplink} map={map} />
}

function Made({ uplink, map }: { uplink: Uplink; map: FieldMap }) {
  const t = useT()
  const { model, messages, faults } = mapUplink(map, uplink)
  return (
    <>
      <Facts>
        <Fact name="DevEUI">{uplink.devEui ?? '–'}</Fact>
        <Fact name={t('device-types.try.at')}>{formatDateTime(uplink.at, undefined, { seconds: true })}</Fact>
        {uplink.profile !== '' && <Fact name={t('common.profile')}>{uplink.profile}</Fact>}
        <Fact name={t('device-types.try.model')}>{model ?? '–'}</Fact>
      </Facts>
      {messages.length > 0 && (
        <ul className={classes.messages} aria-label={t('device-types.try.messages')}>
          {messages.map((message) => (
            <li key={message.part}>
              <Message message={message} />
            </li>
          ))}
        </ul>
      )}
      {faults.map((fault) => (
        <Alert key={JSON.stringify(fault)} severity="warning">
          <Fault fault={fault} />
        </Alert>
      ))}
    </>
  )
}

function Message({ message: { body } }: { message: MappedMessage }) {
  const t = useT()
  const { kind, ...values } = body
  return (
    <>
      <strong>{t(`device-types.message.${kind}`)}</strong>{' '}
      <code className={classes.messagesCode}>
        {Object.entries(values)
          .map(([name, value]) => `${name}: ${String(value)}`)
          .join(' · ')}
      </code>
    </>
  )
}

function Fault({ fault }: { fault: MapFault }) {
  const t = useT()
  if (fault.code !== 'bad-value') return t(`device-types.fault.${fault.code}`)
  const target = t(`device-types.target.${fault.target}`)
  return t('device-types.fault.bad-value', { path: fault.path, value: fault.value, target })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
