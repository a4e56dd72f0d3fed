import { Button } from '@mantine/core'
import { useState } from 'react'
import { type MessageItem, resend } from '../../../contract/messages.ts'
import { useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'

interface Props {
  items: readonly Pick<MessageItem, 'id' | 'state'>[]
  onSent: () => void
}

/** Queues the failed ones of the chosen messages once more; the first refusal is shown. */
export function SendManyAgain({ items, onSent }: Props) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const failed = items.filter(({ state }) => state === 'failed')
  const act = async () => {
    setBusy(true)
    const answers = await Promise.all(failed.map(({ id }) => send(resend, { messageId: id })))
    setBusy(false)
    const count = answers.filter(({ ok }) => ok).length
    if (count > 0) notify.success(t('messages.again.many.done', { count }))
    const refused = answers.find((answer) => !answer.ok)
    if (refused && !refused.ok) notify.refusal(refused.refusal, { title: t('messages.again.failed') })
    onSent()
  }
  return (
    <Button
      loading={busy}
      disabled={failed.length === 0}
      leftSection={<Icon name="send" size={18} />}
      onClick={() => void act()}
    >
      {t('messages.again.many', { count: failed.length })}
    </Button>
  )
}
