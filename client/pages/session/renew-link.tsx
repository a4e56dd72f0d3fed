import { Button } from '@mantine/core'
import { useState } from 'react'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { post } from '../../link/http.ts'
import { notify } from '../../ui/notify.tsx'

/** Sends the link of an unfinished registration again. */
export function RenewLink({ email }: { email: string }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const renew = async () => {
    setBusy(true)
    const answer = await post('/users/register_renew', { email })
    setBusy(false)
    if (answer.ok) notify.success(t('session.sent.again.done'))
    else notify.error(refusalText(answer.refusal))
  }
  return (
    <Button variant="default" loading={busy} onClick={() => void renew()}>
      {t('session.sent.again')}
    </Button>
  )
}
