import type { MessageItem } from '../../../contract/messages.ts'
import type { t as say } from '../../i18n/i18n.ts'
import type { ToneName } from '../../theme/tokens.ts'
import type { IconName } from '../../ui/icons.tsx'

const looks = {
  queued: { tone: 'info', icon: 'wait' },
  sent: { tone: 'success', icon: 'check' },
  kept: { tone: 'neutral', icon: 'document' },
  failed: { tone: 'error', icon: 'cross' },
  suppressed: { tone: 'neutral', icon: 'blocked' },
} as const satisfies Record<string, { tone: ToneName; icon: IconName }>

/** The outcome of a message: one that only stays here was not sent, and is never called that. */
export function messageState({ state, via }: Pick<MessageItem, 'state' | 'via'>) {
  const shown = state === 'sent' && via === 'outbox' ? 'kept' : state
  return { ...looks[shown], key: `messages.state.${shown}` as const }
}

const known = ['switched-off', 'account-inactive', 'consent-withdrawn', 'link-outdated'] as const

/** Why a message was not sent: our own reasons in words, those of servers unchanged. */
export function reasonOf({ error }: Pick<MessageItem, 'error'>, t: typeof say): string | null {
  const own = known.find((each) => each === error)
  return own ? t(`messages.why.${own}`) : error
}
