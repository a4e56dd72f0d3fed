import { Button } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod'
import { type passkeyView, removePasskey } from '../../../../contract/session/security.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { sendConfirmed } from '../../../security/confirm-identity.ts'
import { passkeysPossible } from '../../../security/passkey.ts'
import { Alert } from '../../../ui/alert.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/page.tsx'
import { PasskeyDialog } from './passkey-dialog.tsx'
import classes from './security.module.css'

type Passkey = z.output<typeof passkeyView>
interface PasskeysPanelProps {
  passkeys: readonly Passkey[]
  onChanged: (recoveryCodes?: readonly string[] | null) => void
}

/** The person's passkeys: add, rename, remove. */
export function PasskeysPanel({ passkeys, onChanged }: PasskeysPanelProps) {
  const t = useT()
  const [named, setNamed] = useState<Passkey | 'new' | null>(null)
  const remove = async ({ id, name }: Passkey) => {
    const title = t('security.passkeys.removeOf', { name })
    const act = t('security.passkeys.remove')
    if (!(await confirm({ title, text: t('security.passkeys.removeText'), act, tone: 'error' }))) return
    const answer = await sendConfirmed(removePasskey, { passkeyId: id })
    if (!answer.ok) return notify.refusal(answer.refusal)
    onChanged()
  }
  return (
    <Panel title={t('security.passkeys.title')}>
      <p className={classes.text}>{t('security.passkeys.text')}</p>
      {passkeys.length === 0 && <p className={classes.text}>{t('security.passkeys.none')}</p>}
      {passkeys.length > 0 && (
        <ul className={classes.rows} aria-label={t('security.passkeys.title')}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={classes.row}>
              <div className={classes.what}>
                <strong>{passkey.name}</strong>
                <span className={classes.facts}>{factsOf(passkey)}</span>
              </div>
              <div className={classes.actions}>
                <Button
                  variant="default"
                  aria-label={t('security.passkeys.renameOf', { name: passkey.name })}
                  onClick={() => setNamed(passkey)}
                >
                  {t('security.passkeys.rename')}
                </Button>
                <Button
                  variant="default"
                  aria-label={t('security.passkeys.removeOf', { name: passkey.name })}
                  onClick={() => void remove(passkey)}
                >
                  {t('security.passkeys.remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {passkeysPossible() ? (
        <Button leftSection={<Icon name="plus" size={20} />} onClick={() => setNamed('new')}>
          {t('security.passkeys.add')}
        </Button>
      ) : (
        <Alert severity="info">{t('security.passkeys.impossible')}</Alert>
      )}
      {named && (
        <PasskeyDialog passkey={named === 'new' ? null : named} onClose={() => setNamed(null)} onDone={onChanged} />
      )}
    </Panel>
  )

  function factsOf({ createdAt, lastUsedAt, synced }: Passkey): string {
    return t('security.passkeys.facts', {
      added: formatDateTime(createdAt),
      used: lastUsedAt === null ? 'never' : formatDateTime(lastUsedAt),
      synced: synced ? 'yes' : 'no',
    })
  }
}
