import type { accessOutcomes } from '../../contract/control.ts'
import { refusals } from '../../contract/refusals.ts'
import type { TextKey } from '../i18n/areas.ts'
import { refusalText, type useT } from '../i18n/i18n.ts'

type T = ReturnType<typeof useT>

const events = {
  'plate-seen': 'ledger.event.plate-seen',
  'rfid-seen': 'ledger.event.rfid-seen',
  'pin-entered': 'ledger.event.pin-entered',
  entry: 'ledger.event.entry',
  exit: 'ledger.event.exit',
  button: 'ledger.event.button',
} as const
const outcomes = {
  opened: 'ledger.seen.opened',
  'opened-by-gateway': 'ledger.seen.opened-by-gateway',
  noted: 'ledger.seen.noted',
  'no-match': 'ledger.seen.no-match',
  'read-once': 'ledger.seen.read-once',
  'read-again': 'ledger.seen.read-again',
  ambiguous: 'ledger.seen.ambiguous',
  'wrong-pin': 'ledger.seen.wrong-pin',
  locked: 'ledger.seen.locked',
  'too-late': 'ledger.seen.too-late',
  'qr-invalid': 'ledger.seen.qr-invalid',
  'qr-expired': 'ledger.seen.qr-expired',
} as const satisfies Record<(typeof accessOutcomes)[number], TextKey>
const refusedBefore = 'refused:'

/** What a reader or camera saw. */
export function eventText(event: string, t: T): string {
  return event in events ? t(events[event as keyof typeof events]) : event
}

/** What came of it: it opened, or why it did not; null = it is not judged yet. */
export function outcomeText(outcome: string | null, t: T): string {
  if (outcome === null) return t('ledger.seen.waiting')
  if (outcome in outcomes) return t(outcomes[outcome as keyof typeof outcomes])
  if (!outcome.startsWith(refusedBefore)) return outcome
  const code = outcome.slice(refusedBefore.length)
  return t('ledger.seen.refused', { reason: code in refusals ? refusalText({ code }) : code })
}

export const hasOpened = (outcome: string | null): boolean => outcome === 'opened' || outcome === 'opened-by-gateway'
