import { Button } from '@mantine/core'
import { useState } from 'react'
import { deleteNow, type StoredKind } from '../../../contract/operation.ts'
import { useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.tsx'

interface DeleteNowProps {
  retention: NonNullable<StoredKind['retention']>
  onDone: () => void
}

/** Has what is older than its span deleted at once. */
export function DeleteNow({ retention, onDone }: DeleteNowProps) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const { running } = retention
  const act = async () => {
    const yes = await confirm({
      title: t('operation.now.title'),
      text: t('operation.now.text'),
      act: t('operation.now'),
    })
    if (!yes) return
    setBusy(true)
    const answer = await send(deleteNow, { key: retention.key })
    setBusy(false)
    if (answer.ok) notify.success(t('operation.now.done'))
    else notify.refusal(answer.refusal, { title: t('operation.now.failed') })
    onDone()
  }
  return (
    <Button
      variant="default"
      loading={busy || retention.requestedAt !== null || (running !== null && running.problem === null)}
      // What cannot go on is tried again by itself: asking would be refused.
      disabled={running !== null}
      onClick={() => void act()}
    >
      {t('operation.now')}
    </Button>
  )
}
