import { Button } from '@mantine/core'
import { useCallback } from 'react'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { mine } from '../../../contract/reservations.ts'
import { formatCountdown } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useRows, useWatch } from '../../stores/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { useLeft } from './hold-clock.tsx'

/** The person's own hold, wherever it was made; null if there is none. */
export function useOwnHold(): ReservationView | null {
  const live = useWatch(mine, {})
  const newest = useCallback(
    (rows: ReservationView[]) =>
      rows
        .filter(({ state, hold, follows }) => state === 'CREATED' && hold !== null && follows === null)
        .sort((a, b) => b.id - a.id)[0] ?? null,
    [],
  )
  const row = useRows(live, 'reservation', newest)
  const left = useLeft(row?.hold ? Date.parse(row.hold.until) : null)
  return left > 0 ? row : null
}

/** An unfinished booking with its time left. */
export function HeldBanner({ row, onContinue }: { row: ReservationView; onContinue: () => void }) {
  const t = useT()
  const left = useLeft(row.hold ? Date.parse(row.hold.until) : null)
  return (
    <Alert
      severity="info"
      title={t('booking.held.title', { name: row.device.name, site: row.site.name })}
      action={<Button onClick={onContinue}>{t('booking.held.go')}</Button>}
    >
      {t('booking.hold.left')} <span aria-hidden="true">{formatCountdown(left)}</span>
    </Alert>
  )
}
