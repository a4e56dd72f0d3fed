import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { confirmEmail } from '../../../contract/profile.ts'
import { plainWord } from '../../../machines/plain-text.ts'
import { useCommand } from '../../commands/use-command.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { http } from '../../link/http.ts'
import { dropLinkToken, linkToken } from '../../shell/link-token.ts'
import { Alert } from '../../ui/alert.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import classes from './profile.module.css'

/** The page of the link in a mail to a new address. Opening it changes nothing; a click does. */
export function ConfirmEmail() {
  const t = useT()
  const [token] = useState(() => plainWord(linkToken('/users/email_change')))
  const [done, setDone] = useState<string | null>(null)
  const command = useCommand(false, () => undefined)
  const refusal = command.state.kind === 'refused' ? command.state.refusal : null
  const dead = refusal?.code.startsWith('link-') === true
  const confirm = () =>
    void command.run(async () => {
      const answer = await http('POST', '/users/email_change', { body: { token }, answer: confirmEmail.reply })
      if (answer.ok) {
        dropLinkToken('/users/email_change')
        setDone(answer.body.email)
      }
      return answer
    })
  return (
    <Page title={t('profile.email.confirm.title')} width="read">
      <Panel>
        <div className={classes.form}>
          {done !== null && <Alert severity="success">{t('profile.email.confirm.done', { email: done })}</Alert>}
          {done === null && !dead && <p className={classes.text}>{t('profile.email.confirm.text')}</p>}
          {refusal && (
            <Alert severity="error">
              {refusalText(refusal)} {dead && t('profile.email.confirm.again')}
            </Alert>
          )}
          <div>
            {done === null && !dead ? (
              <Button onClick={confirm} loading={command.busy}>
                {t('profile.email.confirm.act')}
              </Button>
            ) : (
              <Button component={Link} to={'/profile' as '/'} variant="default">
                {t('profile.email.confirm.go')}
              </Button>
            )}
          </div>
        </div>
      </Panel>
    </Page>
  )
}
