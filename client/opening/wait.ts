import { formatCountdown } from '../i18n/format.ts'
import { formatDuration } from '../i18n/measures.ts'

const hourMs = 3_600_000

/** Time until something begins: '4:59' below an hour, '2 hours, 10 minutes' above; ms. */
export function formatWait(ms: number): string {
  return ms < hourMs ? formatCountdown(ms / 1_000) : formatDuration(Math.ceil(ms / 60_000))
}
