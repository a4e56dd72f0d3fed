import { useParams } from '@tanstack/react-router'
import { companyPage } from '../../../contract/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useGuestQuery } from '../../stores/use-guest-query.ts'
import { Alert } from '../../ui/alert.tsx'

/** Says so where the login page is that of no company (ACC-7). */
export function UnknownCompany() {
  const t = useT()
  const { company: path } = useParams({ strict: false })
  const { view } = useGuestQuery(companyPage, path ? { path: path.slice(0, 45) } : null)
  return view?.company === null ? <Alert severity="warning">{t('session.login.unknownCompany')}</Alert> : null
}
