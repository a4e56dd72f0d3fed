import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type * as z from 'zod'
import { accept, byToken } from '../../../contract/invitations.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { formatDate } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { dropLinkToken, linkToken } from '../../shell/link-token.ts'
import { loginAddress } from '../../shell/session-flow.ts'
import { logout, session } from '../../stores/session.ts'
import { useGuestQuery } from '../../stores/use-guest-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { notify } from '../../ui/notify.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useHeading } from '../../ui/use-heading.ts'
import { JoinForm } from './join-form.tsx'
import classes from './session.module.css'
import { SessionFrame } from './session-frame.tsx'

const page = '/users/migrate_to_rm'
export type Invitation = NonNullable<z.output<typeof byToken.reply>['invitation']>

/** An invitation to manage zones: shown, and accepted by a click (ACC-5). */
export function MigrateToRm() {
  const t = useT()
  const [token] = useState(() => linkToken(page))
  const title = t('invitations.title')
  const heading = useHeading(title)
  return (
    <SessionFrame lead={t('session.login.lead')}>
      <div className={classes.intro}>
        <h1 className={classes.mainTitle} ref={heading} tabIndex={-1} data-focus-target>
          {title}
        </h1>
      </div>
      {token === '' ? (
        <Alert severity="info" action={<Link to="/users/login">{t('common.logIn')}</Link>}>
          {t('invitations.noLink')}
        </Alert>
      ) : (
        <ByLink token={token} />
      )}
    </SessionFrame>
  )
}

function ByLink({ token }: { token: string }) {
  const t = useT()
  const { view, refusal, retry } = useGuestQuery(byToken, { token })
  if (refusal) return <ErrorState text={refusalText(refusal)} onRetry={retry} />
  if (!view) return <PageSkeleton />
  const { state, invitation, expiredFor } = view
  if (state === 'expired')
    return (
      <Alert
        severity="warning"
        action={
          <Link to="/users/register" search={{ email: expiredFor ?? undefined }}>
            {t('invitations.register')}
          </Link>
        }
      >
        {refusalText({ code: 'invitation-expired' })}
      </Alert>
    )
  if (!invitation)
    return (
      <Alert severity="warning" action={<Link to="/users/login">{t('common.logIn')}</Link>}>
        {refusalText({ code: state === 'used' ? 'invitation-used' : 'invitation-invalid' })}
      </Alert>
    )
  const { invitedBy, company, zones, expiresAt, email } = invitation
  return (
    <>
      <p className={classes.introText}>{t('invitations.text', { by: invitedBy ?? 'none', company, email })}</p>
      <ul>
        {zones.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <p className={classes.introText}>{t('invitations.until', { date: formatDate(expiresAt) })}</p>
      <WayIn token={token} invitation={invitation} />
    </>
  )
}

/** What the person does next: accept, log out, log in, or choose a password. */
function WayIn({ token, invitation }: { token: string; invitation: Invitation }) {
  const t = useT()
  const { state, user } = useSnapshot(session)
  if (state === 'unknown') return <PageSkeleton />
  if (user?.email.toLowerCase() === invitation.email.toLowerCase()) return <Accept token={token} />
  if (user)
    return (
      <>
        <Alert severity="warning">{t('invitations.otherPerson', { you: user.email, email: invitation.email })}</Alert>
        <Button size="lg" fullWidth onClick={() => void logout()}>
          {t('invitations.logOut')}
        </Button>
      </>
    )
  if (invitation.hasAccount)
    return (
      <>
        <p className={classes.introText}>{t('invitations.hasAccount', { email: invitation.email })}</p>
        <Button component="a" href={loginAddress(page)} size="lg" fullWidth>
          {t('common.logIn')}
        </Button>
      </>
    )
  return <JoinForm token={token} email={invitation.email} />
}

function Accept({ token }: { token: string }) {
  const t = useT()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const act = async () => {
    setBusy(true)
    const answer = await send(accept, { token })
    setBusy(false)
    if (!answer.ok) return setRefusal(answer.refusal)
    dropLinkToken(page)
    notify.success(t('invitations.accepted'))
    await navigate({ to: '/', replace: true })
  }
  return (
    <>
      {refusal && <Alert severity="error">{refusalText(refusal)}</Alert>}
      <Button size="lg" fullWidth loading={busy} onClick={() => void act()}>
        {t('invitations.accept')}
      </Button>
    </>
  )
}
