import { refusalText, type useT } from '../i18n/i18n.ts'
import type { Off, OwnAction } from './may.ts'

type T = ReturnType<typeof useT>

/** Why something cannot be opened or closed, in words for somebody at the door: the reason, and what to do. */
export function offText(off: Off, t: T, action: OwnAction = 'open'): string {
  switch (off) {
    case 'no-connection':
    case 'run-in-progress':
    case 'reservation-not-begun':
    case 'reservation-not-reserved':
    case 'reservation-over':
    case 'user-blocked':
    case 'operations-exceeded':
    case 'under-maintenance':
    case 'device-undefined':
    case 'device-unreachable':
    case 'gateway-unreachable':
    case 'device-occupied':
    case 'action-not-supported':
    case 'too-fast':
      return t(`open.off.${off}`)
    case 'already-in-state':
      return t('open.off.already-in-state', { action })
    case 'command-in-flight':
      return refusalText({ code: off })
  }
}
