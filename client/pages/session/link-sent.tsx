import { useT } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import { useHeading } from '../../ui/use-heading.ts'
import { MailFolder } from './mail-folder.tsx'
import { RenewLink } from './renew-link.tsx'
import classes from './session.module.css'
import { SessionFrame } from './session-frame.tsx'

/** After the registration: where the link went, and another one for those whom it did not reach. */
export function LinkSent({ email }: { email: string }) {
  const t = useT()
  const title = t('session.sent.title')
  const heading = useHeading(title)
  return (
    <SessionFrame lead={t('session.login.lead')}>
      <div className={classes.intro}>
        <h1 className={classes.mainTitle} ref={heading} tabIndex={-1} data-focus-target>
          {title}
        </h1>
        <p className={classes.introText}>{t('session.sent.text', { email })}</p>
      </div>
      <MailFolder />
      <Alert severity="info">{t('session.sent.hint')}</Alert>
      <RenewLink email={email} />
    </SessionFrame>
  )
}
