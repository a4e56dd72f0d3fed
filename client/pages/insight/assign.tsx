import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { assign, assignees, type IncidentView } from '../../../contract/insight.ts'
import { useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { placeOf } from '../../malfunction/malfunction-words.ts'
import { connection } from '../../stores/connection.ts'
import { session } from '../../stores/session.ts'
import { useQuery } from '../../stores/use-query.ts'
import { announce } from '../../ui/announce.ts'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './incident.module.css'

/** Who looks after it, and the choice of another operator of the site. It shows what the server says, not the request. */
export function Assign({ incident }: { incident: IncidentView }) {
  const t = useT()
  const { carries } = useSnapshot(connection)
  const { user } = useSnapshot(session)
  const { view } = useQuery(assignees, { malfunctionId: incident.id })
  const [busy, setBusy] = useState(false)
  const now = incident.assignedTo
  const users = view?.users ?? []
  const give = async (userId: number | null) => {
    setBusy(true)
    const answer = await send(assign, { malfunctionId: incident.id, userId })
    setBusy(false)
    const place = placeOf(incident, t)
    if (!answer.ok) notify.refusal(answer.refusal, { title: place })
    else if (answer.reply.assignedTo === null) announce(t('insight.assign.freed', { place }))
    else announce(t('insight.assign.done', { place, name: answer.reply.assignedTo.name }))
  }
  const off = busy || !carries
  const mine = users.some(({ id }) => id === user?.id) && now?.id !== user?.id
  // The assigned person may no longer be an operator there, but is still listed.
  const known = now === null || users.some(({ id }) => id === now.id) ? users : [now, ...users]
  return (
    <div className={classes.assign}>
      <SelectField
        label={t('insight.assign')}
        value={String(now?.id ?? '')}
        disabled={off}
        title={carries ? undefined : t('control.reason.no-connection')}
        data={[
          { value: '', label: t('insight.assign.nobody') },
          ...known.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(next) => void give(next === '' ? null : Number(next))}
      />
      {mine && user !== null && (
        <Button
          variant="default"
          leftSection={<Icon name="hand" size={18} />}
          disabled={off}
          onClick={() => void give(user.id)}
        >
          {t('insight.assign.me')}
        </Button>
      )}
    </div>
  )
}
