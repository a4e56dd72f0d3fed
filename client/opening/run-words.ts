import type { RunView, StepCommand } from '../../contract/control/own.ts'
import { refusals } from '../../contract/refusals.ts'
import { reasonText } from '../devices/device-command-words.ts'
import { refusalText, type useT } from '../i18n/i18n.ts'
import type { ToneName } from '../theme/tokens.ts'
import type { IconName } from '../ui/icons.tsx'
import { offText } from './off-words.ts'

type T = ReturnType<typeof useT>
export type RunStep = RunView['steps'][number]
export interface Words {
  readonly text: string
  readonly tone: ToneName
  readonly icon: IconName
  /** Shown with its support code. */
  readonly troubled: boolean
}

const ownReasons = [
  'device-occupied',
  'operations-exceeded',
  'under-maintenance',
  'user-blocked',
  'reservation-not-begun',
] as const

/** Returns why something ended, a refusal or the reason of gateway or device, as a sentence or part of one. */
export function whyText(reason: string | null, t: T): string {
  const own = ownReasons.find((code) => code === reason)
  if (own !== undefined) return offText(own, t)
  return reason !== null && reason in refusals ? refusalText({ code: reason }) : reasonText(reason, t)
}

/**
 * Returns what is known of a command, for a person at a door: a request is never a fact, and if it is not known whether something moved,
 * exactly that is said (CTRL-1, CTRL-5).
 */
export function deviceCommandWords(deviceCommand: StepCommand, t: T): Words {
  const { action, state, reason } = deviceCommand
  switch (state) {
    case 'queued':
    case 'sent':
    case 'taken':
      return { text: t(`open.step.${state}`), tone: 'info', icon: 'wait', troubled: false }
    case 'confirmed':
      return {
        text: t(deviceCommand.late ? 'open.step.late' : 'open.step.done', { action }),
        tone: 'success',
        icon: 'check',
        troubled: false,
      }
    case 'unknown':
      return { text: t('open.step.unknown', { action }), tone: 'warning', icon: 'help', troubled: true }
    case 'expired':
      return { text: t('open.step.expired', { action }), tone: 'warning', icon: 'alert', troubled: true }
    case 'failed':
      if (reason === 'not-in-time')
        return { text: t('open.step.notInTime', { action }), tone: 'warning', icon: 'alert', troubled: true }
      return {
        text: t('open.step.failed', { action, reason: reasonText(reason, t) }),
        tone: 'error',
        icon: 'cross',
        troubled: true,
      }
    case 'refused':
      return {
        text: t('open.step.refused', { action, reason: whyText(reason, t) }),
        tone: 'warning',
        icon: 'hand',
        troubled: true,
      }
  }
}

/** Returns what is known of one device of a run. `seconds` = until a waiting one is sent, if known. */
export function stepWords(step: RunStep, action: RunView['action'], seconds: number | null, t: T): Words {
  const { state, deviceCommand, reason } = step
  if (state === 'waiting')
    return {
      text: seconds === null ? t('open.step.waiting') : t('open.step.due', { seconds }),
      tone: 'neutral',
      icon: 'clock',
      troubled: false,
    }
  if (state === 'skipped')
    return { text: t('open.step.skipped', { action }), tone: 'success', icon: 'check', troubled: false }
  if (state === 'not-reached')
    return { text: t('open.step.notReached', { action }), tone: 'neutral', icon: 'cross', troubled: false }
  if (deviceCommand !== null) return deviceCommandWords(deviceCommand, t)
  return state === 'failed'
    ? {
        text: t('open.step.refused', { action, reason: whyText(reason, t) }),
        tone: 'warning',
        icon: 'hand',
        troubled: false,
      }
    : {
        text: t(state === 'done' ? 'open.step.done' : 'open.step.queued', { action }),
        tone: 'info',
        icon: 'wait',
        troubled: false,
      }
}

/** Returns the whole run in one line. */
export function runWords(run: RunView, t: T): Words {
  const { action, state, stoppedAt } = run
  if (state === 'running')
    return { text: t('open.run.running', { action }), tone: 'info', icon: 'wait', troubled: false }
  if (state === 'done') return { text: t('open.run.done', { action }), tone: 'success', icon: 'check', troubled: false }
  const deviceCommand = run.steps.find(({ deviceId }) => deviceId === stoppedAt?.deviceId)?.deviceCommand ?? null
  const sure = deviceCommand === null || (deviceCommand.state !== 'unknown' && deviceCommand.reason !== 'not-in-time')
  const tone = sure ? 'error' : 'warning'
  if (stoppedAt !== null && run.steps.length > 1)
    return { text: t('open.run.stopped', { action, device: stoppedAt.name }), tone, icon: 'alert', troubled: true }
  return { text: t(sure ? 'open.run.not' : 'open.run.unsure', { action }), tone, icon: 'alert', troubled: true }
}

export type Mark = 'done' | 'now' | 'ahead' | 'missed'
export const markNames = ['sent', 'taken', 'confirmed'] as const

/** Returns how far a command came: sent, taken by the gateway, confirmed by the device. A report before the answer completes both. */
export function marksOf(
  deviceCommand: StepCommand,
): { name: (typeof markNames)[number]; mark: Mark; at: string | null }[] {
  const confirmed = deviceCommand.state === 'confirmed'
  const times = [deviceCommand.sentAt, deviceCommand.takenAt, confirmed ? deviceCommand.settledAt : null]
  const reached = confirmed ? 2 : times.findLastIndex((at) => at !== null)
  const running = deviceCommand.state === 'queued' || deviceCommand.state === 'sent' || deviceCommand.state === 'taken'
  return markNames.map((name, place) => ({
    name,
    at: times[place] ?? null,
    mark: place <= reached ? 'done' : !running ? 'missed' : place === reached + 1 ? 'now' : 'ahead',
  }))
}
