import type {
  AffectedItem,
  AffectedOutcome,
  MaintenanceScope,
  PeriodStatus,
  PlannedOutcome,
} from '../../../contract/maintenance.ts'
import { formatDateTime } from '../../i18n/format.ts'
import type { t as translate } from '../../i18n/i18n.ts'
import type { ToneName } from '../../theme/tokens.ts'
import type { IconName } from '../../ui/icons.tsx'

interface Look {
  readonly tone: ToneName
  readonly icon: IconName
}

export const scopeIcons: Readonly<Record<MaintenanceScope, IconName>> = { device: 'device', site: 'site', zone: 'zone' }
export const standingLooks: Readonly<Record<PeriodStatus, Look>> = {
  active: { tone: 'warning', icon: 'maintenance' },
  planned: { tone: 'info', icon: 'calendar' },
  over: { tone: 'neutral', icon: 'history' },
}
export const plannedLooks: Readonly<Record<PlannedOutcome, Look>> = {
  'loses-access': { tone: 'warning', icon: 'blocked' },
  'cannot-move': { tone: 'error', icon: 'cross' },
  move: { tone: 'success', icon: 'swap' },
}
export const affectedLooks: Readonly<Record<AffectedOutcome, Look>> = {
  pending: { tone: 'info', icon: 'wait' },
  rebooked: { tone: 'success', icon: 'swap' },
  'not-moved': { tone: 'error', icon: 'cross' },
  'lost-access': { tone: 'warning', icon: 'blocked' },
  canceled: { tone: 'neutral', icon: 'close' },
  restored: { tone: 'success', icon: 'check' },
}
export const messageLooks: Readonly<Record<NonNullable<AffectedItem['message']>, Look>> = {
  queued: { tone: 'info', icon: 'send' },
  sent: { tone: 'success', icon: 'check' },
  kept: { tone: 'neutral', icon: 'document' },
  failed: { tone: 'error', icon: 'cross' },
  suppressed: { tone: 'neutral', icon: 'minus' },
}

/** The span in the time of the place; an indefinite end in words. */
export function spanText(
  span: { start: string | Date; end: string | Date | null },
  zone: string,
  t: typeof translate,
): string {
  const from = formatDateTime(span.start, zone)
  return span.end === null
    ? t('maintenance.span.open', { from })
    : t('maintenance.span', { from, until: formatDateTime(span.end, zone) })
}
