import { formatDateTime } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'

interface MaintenanceProps {
  of: {
    readonly maintenance: readonly { readonly id: string | number; reason: string; start: string; end: string | null }[]
    readonly site: { readonly timeZone: string }
  }
  /** What the reader can do. */
  hint?: string
}

/** Maintenance that affects a reservation, with the reason given to users. */
export function Maintenance({ of: { maintenance, site }, hint }: MaintenanceProps) {
  const t = useT()
  return maintenance.map(({ id, reason, start, end }) => {
    const from = formatDateTime(start, site.timeZone)
    return (
      <Alert key={id} severity="warning" title={t('guest.maintenance.title')}>
        {end === null
          ? t('guest.maintenance.open', { from, reason })
          : t('guest.maintenance.span', { from, until: formatDateTime(end, site.timeZone), reason })}
        {hint !== undefined && <div>{hint}</div>}
      </Alert>
    )
  })
}
