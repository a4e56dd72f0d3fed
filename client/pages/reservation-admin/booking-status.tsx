import { useCallback, useSyncExternalStore } from 'react'
import type { BookingView } from '../../../contract/reservations/view.ts'
import { useT } from '../../i18n/i18n.ts'
import { onTick, serverNow } from '../../ui/clock.ts'
import { Badge } from '../../ui/status-badge.tsx'
import { standingOf } from './booking-words.ts'

const everyFiveSeconds = (listener: () => void) => onTick(5_000, listener)

/** How a reservation stands now, moving with the clock. */
export function BookingStatus({ booking, quiet = false }: { booking: BookingView; quiet?: boolean }) {
  const t = useT()
  const text = useSyncExternalStore(
    everyFiveSeconds,
    useCallback(() => standingOf(booking, serverNow()).text, [booking]),
  )
  const { tone, icon } = standingOf(booking, serverNow())
  return (
    <Badge tone={tone} icon={icon} quiet={quiet}>
      {t(text as 'bookings.phase.ended')}
    </Badge>
  )
}
