import type { LogLevel } from '../../../contract/logs.ts'
import type { ToneName } from '../../theme/tokens.ts'
import type { IconName } from '../../ui/icons.tsx'

/** How a level looks. */
export const levelLooks: Readonly<Record<LogLevel, { tone: ToneName; icon: IconName }>> = {
  debug: { tone: 'neutral', icon: 'info' },
  info: { tone: 'info', icon: 'info' },
  warn: { tone: 'warning', icon: 'alert' },
  error: { tone: 'error', icon: 'cross' },
  fatal: { tone: 'error', icon: 'cross' },
}
