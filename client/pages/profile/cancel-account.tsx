import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { cancelAccount, obstacles } from '../../../contract/profile.ts'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import { formatEuros } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { sendConfirmed } from '../../security/confirm-identity.ts'
import { endAccount } from '../../shell/session-flow.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { notify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/page.tsx'
import classes from './profile.module.css'

/** Cancels the account; names and links what stands in the way (ACC-9). */
export function CancelAccount({ email }: { email: string }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const { view, refusal, retry } = useQuery(obstacles, {})
  const credit = view?.creditCents ?? 0
  const open = view?.reservations ?? 0
  return (
    <Panel title={t('profile.cancel.title')}>
      <div className={classes.form}>
        <p className={classes.text}>{t('profile.cancel.text')}</p>
        {refusal && <Alert severity="error">{refusalText(refusal)}</Alert>}
        {credit !== 0 && (
          <Alert severity="info">
            {t('profile.cancel.credit', { amount: formatEuros(credit) })}{' '}
            <Anchor component={Link} underline="always" to={'/credit' as '/'}>
              {t('profile.cancel.toCredit')}
            </Anchor>
          </Alert>
        )}
        {view && open > 0 && (
          <Alert severity="info">
            {t('profile.cancel.reservations', { count: open })}
            <ul className={classes.obstacles}>
              {view.first.map(({ id, name }) => (
                <li key={id}>
                  <Anchor component={Link} underline="always" to={`/reserved-parking-lots/${id}` as '/'}>
                    {name}
                  </Anchor>
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <div>
          <Button
            variant="default"
            onClick={() => {
              retry()
              setAsking(true)
            }}
          >
            {t('profile.cancel.act')}
          </Button>
        </div>
      </div>
      {asking && (
        <RemoveDialog
          form={null}
          title={t('profile.cancel.confirm')}
          text={t('profile.cancel.text')}
          act={t('profile.cancel.title')}
          failed={t('common.notSaved')}
          safetyWord={email}
          remove={() => endAccount(() => sendConfirmed(cancelAccount, { safetyWord: email }))}
          linkTo={(_, id) => `/reserved-parking-lots/${id}`}
          onDone={() => notify.success(t('profile.cancel.done'), { id: 'profile' })}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}
