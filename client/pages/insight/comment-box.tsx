import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { comment } from '../../../contract/insight.ts'
import { useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { connection } from '../../stores/connection.ts'
import { announce } from '../../ui/announce.ts'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import classes from './incident.module.css'

const longest = 2_048

/** Comments on a malfunction; the text stays until the server has it. */
export function CommentBox({ malfunctionId }: { malfunctionId: number }) {
  const t = useT()
  const { carries } = useSnapshot(connection)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [empty, setEmpty] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !carries) return
    setEmpty(text.trim() === '')
    if (text.trim() === '') return
    setBusy(true)
    const answer = await send(comment, { malfunctionId, text: text.trim() })
    setBusy(false)
    if (!answer.ok) {
      notify.refusal(answer.refusal)
      return
    }
    setText('')
    announce(t('insight.comment.done'))
  }
  return (
    <form className={classes.comment} onSubmit={(event) => void submit(event)} noValidate>
      <Textarea
        label={t('insight.comment')}
        value={text}
        rows={2}
        maxLength={longest}
        error={empty && text.trim() === '' ? t('ui.field.required') : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        aria-busy={busy}
        disabled={!carries}
        title={carries ? undefined : t('control.reason.no-connection')}
        leftSection={<Icon name="send" size={18} />}
      >
        {t('insight.comment.send')}
      </Button>
    </form>
  )
}
