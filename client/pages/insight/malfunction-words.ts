import type { MalfunctionView } from '../../../contract/devices.ts'
import { formatNumber } from '../../i18n/format.ts'
import type { useT } from '../../i18n/i18n.ts'
import type { IconName } from '../../ui/icons.tsx'
import type { Kind } from './malfunction-list.ts'

type T = ReturnType<typeof useT>

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

/** What it is about, in a word: the device, else the gateway. */
export function placeOf(malfunction: MalfunctionView, t: T): string {
  return malfunction.device?.name ?? t('insight.where.gateway', { name: malfunction.gateway.name })
}

/** The figures of its kind as a short phrase, or null when there are none. */
export function detailText({ kind, detail }: MalfunctionView, t: T): string | null {
  const number = (name: string) => (typeof detail[name] === 'number' ? detail[name] : null)
  if (kind === 'low-voltage') {
    const [voltage, threshold] = [number('voltage'), number('threshold')]
    if (voltage === null || threshold === null) return null
    return t('insight.detail.low-voltage', { voltage: formatNumber(voltage, 2), threshold: formatNumber(threshold, 2) })
  }
  if (kind === 'not-responding' && typeof detail['supportCode'] === 'string')
    return t('insight.detail.not-responding', { code: detail['supportCode'] })
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

/** A gateway whose last message is older than this is marked in lists. */
const oldMs = 6 * 3_600_000

/** True when the gateway was silent for more than 6 hours. Times in ms. */
export function isOld(lastMessageAt: string | null, now: number): boolean {
  return lastMessageAt === null || now - Date.parse(lastMessageAt) > oldMs
}
