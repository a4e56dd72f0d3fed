import { Link } from '@tanstack/react-router'
import { type Problem, type ProblemKind, problemKinds } from '../../../contract/problems.ts'
import { useT } from '../../i18n/i18n.ts'

/** Link to the page on which a problem is looked at and mended. */
export function Lead({ kind, problem: { id, detail } }: { kind: ProblemKind; problem: Problem }) {
  const t = useT()
  const { subject } = problemKinds[kind]
  const reservationId = subject === 'reservation' ? id : detail['reservationId']
  if (kind === 'command-without-end')
    return (
      <Link to="/commands" search={{ search: String(detail['supportCode']) }}>
        {t('issues.lead.command')}
      </Link>
    )
  if (kind === 'running-in-maintenance')
    return (
      <Link to="/maintenance/$periodId" params={{ periodId: String(detail['periodId']) }}>
        {t('issues.lead.maintenance')}
      </Link>
    )
  if (kind === 'barrier-elsewhere')
    return (
      <Link to="/barriers/$barrierId" params={{ barrierId: String(detail['barrierId']) }}>
        {t('issues.lead.barrier')}
      </Link>
    )
  if (reservationId !== undefined)
    return (
      <Link to="/reservations/$reservationId" params={{ reservationId: String(reservationId) }}>
        {t('issues.lead.reservation')}
      </Link>
    )
  if (kind === 'site-without-access-time') return <Link to="/events/add">{t('issues.lead.accessTime')}</Link>
  if (subject === 'user') return <Link to="/zones">{t('issues.lead.zones')}</Link>
  if (subject === 'tenant')
    return (
      <Link to="/tenants/$tenantId" params={{ tenantId: String(id) }}>
        {t('issues.lead.company')}
      </Link>
    )
  if (subject === 'gateway')
    return (
      <Link to="/gateway/$gatewayId" params={{ gatewayId: String(id) }}>
        {t('issues.lead.gateway')}
      </Link>
    )
  if (subject === 'site')
    return (
      <Link to="/sites/$siteId" params={{ siteId: String(id) }}>
        {t('issues.lead.site')}
      </Link>
    )
  return (
    <Link to="/devices/$deviceId" params={{ deviceId: String(id) }}>
      {t('issues.lead.device')}
    </Link>
  )
}
