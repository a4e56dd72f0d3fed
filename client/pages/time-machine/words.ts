import type { TimelineDevice, TimelineEvent } from '../../../contract/sites/timeline.ts'
import { tone } from '../../../machines/device.ts'
import { eventText, outcomeText } from '../../access/event-words.ts'
import { deviceCommandWords } from '../../devices/device-command-words.ts'
import { doorText } from '../../devices/door-words.ts'
import { formatTime } from '../../i18n/format.ts'
import type { useT } from '../../i18n/i18n.ts'
import { kindIcons } from '../../malfunction/malfunction-words.ts'
import type { ToneName } from '../../theme/tokens.ts'
import type { IconName } from '../../ui/icons.tsx'
import { stateIcons } from '../../ui/status-badge.tsx'

type T = ReturnType<typeof useT>
type Type = TimelineDevice['type'] | null
export interface EventWords {
  readonly text: string
  readonly icon: IconName
  readonly tone: ToneName
}

/** What happened, in words, with an icon: never by colour alone. `type` = its device's, `zone` = the site's. */
export function eventWords(event: TimelineEvent, type: Type, zone: string, t: T): EventWords {
  switch (event.kind) {
    case 'report':
      return { text: reportText(event, type, t), icon: stateIcons[event.status], tone: tone(event.status) }
    case 'silence-begins':
      return {
        text: t('time-machine.event.silent', { time: formatTime(event.since, zone, { seconds: true }) }),
        icon: 'unreachable',
        tone: 'warning',
      }
    case 'silence-ends':
      return { text: t('time-machine.event.heard'), icon: 'check', tone: 'success' }
    case 'reservation-begins':
      return {
        text: t(event.moved ? 'time-machine.event.movedHere' : 'time-machine.event.begins', { number: event.number }),
        icon: 'ticket',
        tone: 'brand',
      }
    case 'reservation-ends':
      return {
        text: t(`time-machine.event.ends.${event.why}`, { number: event.number }),
        icon: 'ticket',
        tone: event.why === 'canceled' ? 'warning' : 'neutral',
      }
    case 'command':
      return { text: t('time-machine.event.command', { action: event.action }), icon: 'hand', tone: 'info' }
    case 'command-outcome': {
      const { state, action, reason } = event
      return deviceCommandWords({ state, action, reason, late: event.late ?? false }, t)
    }
    case 'malfunction-opens':
      return {
        text: t('time-machine.event.wrong', { kind: t(`insight.kind.${event.malfunction}`) }),
        icon: kindIcons[event.malfunction],
        tone: event.severity,
      }
    case 'malfunction-closes':
      return {
        text: t('time-machine.event.right', { kind: t(`insight.kind.${event.malfunction}`) }),
        icon: 'check',
        tone: 'success',
      }
    case 'maintenance-begins':
      return {
        text: t('time-machine.event.maintenance', { reason: event.reason }),
        icon: 'maintenance',
        tone: 'warning',
      }
    case 'maintenance-ends':
      return { text: t(`time-machine.event.maintenance.${event.why}`), icon: 'maintenance', tone: 'neutral' }
    case 'access':
      return {
        text: t('time-machine.event.access', {
          event: eventText(event.event, t),
          outcome: outcomeText(event.outcome, t),
        }),
        icon: 'key',
        tone: 'neutral',
      }
  }
}

function reportText({ status, door, lateS }: Extract<TimelineEvent, { kind: 'report' }>, type: Type, t: T): string {
  const state = t(`ui.state.${status}`)
  const told =
    door === null
      ? t('time-machine.event.report', { state })
      : t('time-machine.event.report.door', { state, door: doorText(door, type ?? { icon: null }, t) })
  return lateS === undefined ? told : t('time-machine.event.late', { told, minutes: Math.ceil(lateS / 60) })
}

/** Where it happened: the device, its gateway, or all of the site. */
export function placeOf(event: TimelineEvent, devices: ReadonlyMap<number, TimelineDevice>, t: T): string {
  if (event.deviceId !== null) return devices.get(event.deviceId)?.name ?? ''
  if ('gateway' in event && event.gateway !== null) return t('insight.where.gateway', { name: event.gateway })
  return t('time-machine.where.site')
}
