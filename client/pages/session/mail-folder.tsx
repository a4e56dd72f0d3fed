import { useT } from '../../i18n/i18n.ts'
import { config } from '../../shell/config.ts'
import { Alert } from '../../ui/alert.tsx'

/** In a demo no mail is sent: says in which folder they are. */
export function MailFolder() {
  const t = useT()
  const { mailFolder } = config.current
  if (mailFolder === null) return null
  return <Alert severity="info">{t('session.mailFolder', { folder: mailFolder })}</Alert>
}
