import { Button } from '@mantine/core'
import { useState } from 'react'
import { type MessageItem, resend } from '../../../contract/messages.ts'
import { useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'

/** Queues a message that could not be sent once more. */
export function SendAgain({ item, onSent }: { item: Pick<MessageItem, 'id' | 'recipient'>; onSent: () => void }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const act = async () => {
    setBusy(true)
    const answer = await send(resend, { messageId: item.id })
    setBusy(false)
    if (answer.ok) notify.success(t('messages.again.done'))
    else notify.refusal(answer.refusal, { title: t('messages.again.failed') })
    onSent()
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<Icon name="send" size={18} />}
      aria-label={t('messages.again.of', { recipient: item.recipient })}
      onClick={() => void act()}
    >
      {t('messages.again')}
    </Button>
  )
}
