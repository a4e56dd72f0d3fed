import type { ControlRefusal } from '../../../machines/control.ts'
import { type DeviceStatus, deviceStatuses } from '../../../machines/device.ts'
import { doorText, doorWhat } from '../../devices/door-words.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './command-log.module.css'
import type { WholeCommand } from './happened.ts'

type Asked = NonNullable<WholeCommand['checks']>
type T = ReturnType<typeof useT>

const words = {
  'reservation-not-reserved': 'command-log.check.reservation-not-reserved',
  'reservation-over': 'command-log.check.reservation-over',
  'reservation-not-begun': 'command-log.check.reservation-not-begun',
  'user-blocked': 'command-log.check.user-blocked',
  'action-not-supported': 'command-log.check.action-not-supported',
  'under-maintenance': 'command-log.check.under-maintenance',
  'command-in-flight': 'command-log.check.command-in-flight',
  'gateway-unreachable': 'command-log.check.gateway-unreachable',
  'device-undefined': 'command-log.check.device-undefined',
  'device-unreachable': 'command-log.check.device-unreachable',
  'device-occupied': 'command-log.check.device-occupied',
  'already-in-state': 'command-log.check.already-in-state',
  'too-fast': 'command-log.check.too-fast',
  'operations-exceeded': 'command-log.check.operations-exceeded',
} as const satisfies Record<ControlRefusal, string>

const isKnown = (code: string): code is ControlRefusal => code in words

/** The checks made before a command was sent, one by one, with their facts. */
export function Checks({ checks: { rules, facts }, deviceCommand }: { checks: Asked; deviceCommand: WholeCommand }) {
  const t = useT()
  return (
    <>
      <ul className={classes.checks}>
        {rules.map(({ code, passed }) => (
          <li className={classes.checksItem} key={code}>
            <span>{isKnown(code) ? t(words[code]) : code}</span>
            <Badge tone={passed ? 'success' : 'error'} icon={passed ? 'check' : 'cross'} quiet>
              {t(passed ? 'common.yes' : 'common.no')}
            </Badge>
          </li>
        ))}
      </ul>
      <Disclosure label={t('command-log.moment')}>
        <div className={classes.moment}>
          <Facts>
            {factsOf(facts, deviceCommand, t).map(([name, value]) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
          </Facts>
        </div>
      </Disclosure>
    </>
  )
}

/** The facts of that moment with their names; missing ones are left out. */
function factsOf(facts: Asked['facts'], deviceCommand: WholeCommand, t: T): (readonly [string, string])[] {
  const held = (facts['held'] ?? null) as Record<string, unknown> | null
  const yes = (value: unknown) => t(value === true ? 'common.yes' : 'common.no')
  const time = (value: unknown) => formatDateTime(String(value), deviceCommand.site.timeZone)
  const status = String(facts['status'])
  const door = facts['doorState']
  const openings = (held?.['openings'] ?? null) as { used: number; limit: number } | null
  const all: readonly (readonly [string, string | null])[] = [
    [t('common.state'), isStatus(status) ? t(`ui.state.${status}`) : status],
    [
      t('command-log.moment.door', doorWhat(deviceCommand)),
      door === 'open' || door === 'closed' ? doorText(door, deviceCommand, t) : null,
    ],
    [t('command-log.moment.reachable'), yes(facts['reachable'])],
    [t('command-log.moment.linked'), yes(facts['linked'])],
    [t('common.maintenance'), yes(facts['maintenance'])],
    [t('command-log.moment.inFlight'), yes(facts['commandInFlight'])],
    [t('command-log.moment.start'), held && time(held['start'])],
    [t('command-log.moment.end'), held && time(held['end'])],
    [
      t('command-log.moment.openings'),
      openings &&
        t('command-log.moment.openingsOf', {
          used: openings.used,
          limit: openings.limit < 0 ? '∞' : String(openings.limit),
        }),
    ],
  ]
  return all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
}

const isStatus = (status: string): status is DeviceStatus => (deviceStatuses as readonly string[]).includes(status)
