import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { MalfunctionView } from '../../../contract/devices.ts'
import { acknowledge } from '../../../contract/insight.ts'
import { useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { placeOf } from '../../malfunction/malfunction-words.ts'
import { connection } from '../../stores/connection.ts'
import { Age } from '../../ui/age.tsx'
import { announce } from '../../ui/announce.ts'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import classes from './insight.module.css'

/** Who acknowledged a malfunction, or the button to do so. It shows as acknowledged only when the server says so. */
export function Acknowledge({ malfunction }: { malfunction: MalfunctionView }) {
  const t = useT()
  const { carries } = useSnapshot(connection)
  const [busy, setBusy] = useState(false)
  const { id, acknowledgedAt, acknowledgedBy, kind } = malfunction
  if (acknowledgedAt !== null) {
    return (
      <span className={classes.acknowledged}>
        <Icon className={classes.acknowledgedIcon} name="check" size={16} />
        <span>
          {t('insight.ack.by', { name: acknowledgedBy ?? '–' })} <Age at={acknowledgedAt} />
        </span>
      </span>
    )
  }
  const words = { kind: t(`insight.kind.${kind}`), place: placeOf(malfunction, t) }
  const act = async () => {
    setBusy(true)
    const answer = await send(acknowledge, { malfunctionId: id })
    setBusy(false)
    if (answer.ok) announce(t('insight.ack.done', words))
    else notify.refusal(answer.refusal, { title: words.place })
  }
  const off = busy || !carries
  return (
    <Button
      variant="default"
      className={classes.ack ?? ''}
      leftSection={<Icon name={busy ? 'wait' : 'check'} size={18} />}
      aria-label={t('insight.ack.for', words)}
      aria-busy={busy}
      {...(off ? { 'aria-disabled': true, 'data-off': true } : {})}
      title={carries ? undefined : t('control.reason.no-connection')}
      onClick={() => {
        if (!off) void act()
      }}
    >
      {t('insight.ack')}
    </Button>
  )
}
