import type { accessOutcomes } from '../../contract/control.ts'
import { refusals } from '../../contract/refusals.ts'
import type { TextKey } from '../i18n/areas.ts'
import { refusalText, type useT } from '../i18n/i18n.ts'

type T = ReturnType<typeof useT>

const events = {
  'plate-seen': 'command-log.event.plate-seen',
  'rfid-seen': 'command-log.event.rfid-seen',
  'pin-entered': 'command-log.event.pin-entered',
  entry: 'command-log.event.entry',
  exit: 'command-log.event.exit',
  button: 'command-log.event.button',
} as const
const outcomes = {
  opened: 'command-log.seen.opened',
  'opened-by-gateway': 'command-log.seen.opened-by-gateway',
  noted: 'command-log.seen.noted',
  'no-match': 'command-log.seen.no-match',
  'read-once': 'command-log.seen.read-once',
  'read-again': 'command-log.seen.read-again',
  ambiguous: 'command-log.seen.ambiguous',
  'wrong-pin': 'command-log.seen.wrong-pin',
  locked: 'command-log.seen.locked',
  'too-late': 'command-log.seen.too-late',
  'qr-invalid': 'command-log.seen.qr-invalid',
  'qr-expired': 'command-log.seen.qr-expired',
} as const satisfies Record<(typeof accessOutcomes)[number], TextKey>
const refusedBefore = 'refused:'

/** What a reader or camera saw. */
export function eventText(event: string, t: T): string {
  return event in events ? t(events[event as keyof typeof events]) : event
}

/** Its outcome: it opened, or why it did not; null = not evaluated yet. */
export function outcomeText(outcome: string | null, t: T): string {
  if (outcome === null) return t('command-log.seen.waiting')
  if (outcome in outcomes) return t(outcomes[outcome as keyof typeof outcomes])
  if (!outcome.startsWith(refusedBefore)) return outcome
  const code = outcome.slice(refusedBefore.length)
  return t('command-log.seen.refused', { reason: code in refusals ? refusalText({ code }) : code })
}

export const hasOpened = (outcome: string | null): boolean => outcome === 'opened' || outcome === 'opened-by-gateway'
