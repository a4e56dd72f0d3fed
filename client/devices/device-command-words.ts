import type { DeviceCommandView } from '../../contract/devices.ts'
import { refusals } from '../../contract/refusals.ts'
import { refusalText, type useT } from '../i18n/i18n.ts'
import type { ToneName } from '../theme/tokens.ts'
import type { IconName } from '../ui/icons.tsx'
import { isOpen } from './actions.ts'

type T = ReturnType<typeof useT>
export interface DeviceCommandWords {
  readonly text: string
  readonly tone: ToneName
  readonly icon: IconName
  /** Shown with its support code: somebody may have to look into it. */
  readonly troubled: boolean
}

const reasons = {
  'not-in-time': 'devices.why.not-in-time',
  jammed: 'devices.why.jammed',
  'door-stuck': 'devices.why.door-stuck',
  refused: 'devices.why.refused',
  failed: 'devices.why.failed',
  'already-open': 'devices.why.already-open',
  'already-closed': 'devices.why.already-closed',
  occupied: 'devices.why.occupied',
  forged: 'devices.why.forged',
  replayed: 'devices.why.replayed',
  seen: 'devices.why.replayed',
  expired: 'devices.why.expired',
  'unknown-device': 'devices.why.unknown-device',
  'gateway-unreachable': 'devices.why.gateway-unreachable',
} as const

/** Returns why a command failed, in words; an unknown reason is quoted. */
export function reasonText(reason: string | null, t: T): string {
  const known = reason ?? 'failed'
  if (known in reasons) return t(reasons[known as keyof typeof reasons])
  return t('devices.why.other', { reason: known })
}

function refusedText(reason: string | null, action: DeviceCommandView['action'], t: T): string {
  if (reason === 'already-in-state') return t('devices.already', { action })
  return reason !== null && reason in refusals ? refusalText({ code: reason }) : reasonText(reason, t)
}

/** Returns what is known of a command: what was done with it, never that its request is a fact (CTRL-1, CTRL-5). */
export function deviceCommandWords(
  deviceCommand: Pick<DeviceCommandView, 'action' | 'state' | 'reason' | 'late'>,
  t: T,
): DeviceCommandWords {
  const { action, state, reason } = deviceCommand
  if (state === 'confirmed')
    return {
      text: t(deviceCommand.late ? 'devices.outcome.late' : 'devices.outcome.confirmed', { action }),
      tone: 'success',
      icon: 'check',
      troubled: false,
    }
  if (state === 'queued' || state === 'sent' || state === 'taken')
    return { text: t(`devices.running.${state}`, { action }), tone: 'info', icon: 'wait', troubled: false }
  if (state === 'expired' || state === 'unknown')
    return { text: t(`devices.outcome.${state}`, { action }), tone: 'warning', icon: 'alert', troubled: true }
  if (state === 'refused') {
    const why = refusedText(reason, action, t)
    return { text: t('devices.outcome.refused', { reason: why }), tone: 'neutral', icon: 'hand', troubled: false }
  }
  const late = reason === 'not-in-time'
  return {
    // Taken, then silence: it may have moved all the same.
    text: t(late ? 'devices.outcome.notInTime' : 'devices.outcome.failed', { action, reason: reasonText(reason, t) }),
    tone: late ? 'warning' : 'error',
    icon: late ? 'alert' : 'cross',
    troubled: true,
  }
}

export interface Step {
  readonly key: 'queued' | 'sent' | 'taken' | 'confirmed'
  /** done = happened; now = awaited; missed = never happened; ahead = not yet. */
  readonly state: 'done' | 'now' | 'missed' | 'ahead'
  readonly at: string | null
}

/** The steps of a command. A skipped step (a report came before the answer) counts as done when a later one is. */
export function stepsOf(deviceCommand: DeviceCommandView): Step[] {
  const confirmed = deviceCommand.state === 'confirmed'
  const times = [
    ['queued', deviceCommand.issuedAt],
    ['sent', deviceCommand.sentAt],
    ['taken', deviceCommand.takenAt],
    ['confirmed', confirmed ? deviceCommand.settledAt : null],
  ] as const
  const reached = confirmed ? 3 : times.findLastIndex(([, at]) => at !== null)
  return times.map(([key, at], place) => {
    if (place <= reached) return { key, at, state: 'done' }
    if (!isOpen(deviceCommand.state)) return { key, at: null, state: 'missed' }
    return { key, at: null, state: place === reached + 1 ? 'now' : 'ahead' }
  })
}
