import type { MalfunctionView } from '../../contract/devices.ts'
import { formatNumber, formatTime } from '../i18n/format.ts'
import type { useT } from '../i18n/i18n.ts'
import type { IconName } from '../ui/icons.tsx'

type T = ReturnType<typeof useT>
type Kind = MalfunctionView['kind']

export const kindIcons = {
  unreachable: 'unreachable',
  'not-responding': 'wait',
  'sensor-dirty': 'dirt',
  'low-voltage': 'battery',
  'error-status': 'cross',
  'stuck-door': 'door',
  'gateway-silent': 'gateway',
  'access-guessing': 'key',
  'emergency-open': 'alert',
  'occupied-unbooked': 'occupied',
  'booked-blocked': 'blocked',
  'sensor-doubtful': 'help',
  overstay: 'clock',
} as const satisfies Record<Kind, IconName>

/** Its subject in a word: the device, else the gateway. */
export function placeOf(malfunction: MalfunctionView, t: T): string {
  return malfunction.device?.name ?? t('insight.where.gateway', { name: malfunction.gateway.name })
}

/** The figures of its kind as a short phrase, or null without any. */
export function detailText({ kind, detail }: MalfunctionView, t: T): string | null {
  const number = (name: string) => (typeof detail[name] === 'number' ? detail[name] : null)
  if (kind === 'low-voltage') {
    const [voltage, threshold] = [number('voltage'), number('threshold')]
    if (voltage === null || threshold === null) return null
    return t('insight.detail.low-voltage', { voltage: formatNumber(voltage, 2), threshold: formatNumber(threshold, 2) })
  }
  if (kind === 'not-responding' && typeof detail['supportCode'] === 'string')
    return t('common.supportCodeOf', { code: detail['supportCode'] })
  if (kind === 'gateway-silent') {
    const count = number('devices')
    return count === null ? null : t('insight.detail.gateway-silent', { count })
  }
  if (kind === 'stuck-door') {
    const seconds = number('allowedSeconds')
    return seconds === null ? null : t('insight.detail.stuck-door', { minutes: formatNumber(seconds / 60, 0) })
  }
  return null
}

/** Lists mark gateways whose last message is older than this. */
const oldMs = 6 * 3_600_000

/** Whether the gateway has been silent for more than 6 hours. Times in ms. */
export function isOld(lastMessageAt: string | null, now: number): boolean {
  return lastMessageAt === null || now - Date.parse(lastMessageAt) > oldMs
}

/** 'Three reservations from 14:30', or running ones; null if nobody is affected in the next two hours. Times in ms. */
export function affectedText({ affected, site }: MalfunctionView, now: number, t: T): string | null {
  if (affected === null) return null
  const { count, firstStart } = affected
  if (Date.parse(firstStart) <= now) return t('insight.affected.now', { count })
  return t('insight.affected.from', { count, time: formatTime(firstStart, site.timeZone) })
}

/** How often it came back, or that it comes and goes; null if neither. */
export function returnedText({ returned, unsteady }: MalfunctionView, t: T): string | null {
  if (unsteady) return t('insight.unsteady', { count: returned })
  return returned > 0 ? t('insight.returned', { count: returned }) : null
}

/** What was tried since it opened, with the last outcome; null if nothing was. */
export function triedText({ tried }: MalfunctionView, t: T): string | null {
  if (tried === null) return null
  const { count, lastAction: action, lastState: state } = tried
  return t('insight.tried', { count, action: t(`control.${action}`), state: t(`insight.outcome.${state}`) })
}

/** A duration in its two largest units, '2 d 3 h', '5 min'. ms. */
export function lastedText(ms: number, t: T): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  const [days, hours, left] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60), minutes % 60]
  if (days > 0) return t('insight.lasted.days', { days, hours })
  if (hours > 0) return t('insight.lasted.hours', { hours, minutes: left })
  return t('insight.lasted.minutes', { minutes: left })
}
