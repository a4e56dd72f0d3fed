import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { Ticket } from './ticket.ts'

/** Maintenance that touches the guest's span, with the reason that users are given. */
export function Maintenance({ ticket: { maintenance, site } }: { ticket: Ticket }) {
  const t = useT()
  return maintenance.map(({ id, reason, start, end }) => {
    const from = formatDateTime(start, site.timeZone)
    return (
      <Notice key={id} severity="warning" title={t('guest.maintenance.title')}>
        {end === null
          ? t('guest.maintenance.open', { from, reason })
          : t('guest.maintenance.span', { from, until: formatDateTime(end, site.timeZone), reason })}
      </Notice>
    )
  })
}
