import type { ControlRefusal } from '../../../machines/control.ts'
import { type DeviceStatus, deviceStatuses } from '../../../machines/device.ts'
import { doorText, doorWhat } from '../../devices/door-words.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import type { WholeOrder } from './happened.ts'
import classes from './ledger.module.css'

type Asked = NonNullable<WholeOrder['checks']>
type T = ReturnType<typeof useT>

const words = {
  'reservation-not-reserved': 'ledger.check.reservation-not-reserved',
  'reservation-over': 'ledger.check.reservation-over',
  'reservation-not-begun': 'ledger.check.reservation-not-begun',
  'user-blocked': 'ledger.check.user-blocked',
  'action-not-supported': 'ledger.check.action-not-supported',
  'under-maintenance': 'ledger.check.under-maintenance',
  'order-in-flight': 'ledger.check.order-in-flight',
  'gateway-unreachable': 'ledger.check.gateway-unreachable',
  'device-undefined': 'ledger.check.device-undefined',
  'device-unreachable': 'ledger.check.device-unreachable',
  'device-occupied': 'ledger.check.device-occupied',
  'already-in-state': 'ledger.check.already-in-state',
  'too-fast': 'ledger.check.too-fast',
  'operations-exceeded': 'ledger.check.operations-exceeded',
} as const satisfies Record<ControlRefusal, string>

const isKnown = (code: string): code is ControlRefusal => code in words

/** What was asked before an order went out, one by one, and the facts by which it was judged. */
export function Checks({ checks: { rules, facts }, order }: { checks: Asked; order: WholeOrder }) {
  const t = useT()
  return (
    <>
      <ul className={classes.checks}>
        {rules.map(({ code, passed }) => (
          <li key={code}>
            <span>{isKnown(code) ? t(words[code]) : code}</span>
            <Badge tone={passed ? 'success' : 'error'} icon={passed ? 'check' : 'cross'} quiet>
              {t(passed ? 'common.yes' : 'common.no')}
            </Badge>
          </li>
        ))}
      </ul>
      <Disclosure label={t('ledger.moment')}>
        <div className={classes.moment}>
          <Facts>
            {factsOf(facts, order, t).map(([name, value]) => (
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

/** The facts of that moment with their names; what is not there is left out. */
function factsOf(facts: Asked['facts'], order: WholeOrder, t: T): (readonly [string, string])[] {
  const held = (facts['held'] ?? null) as Record<string, unknown> | null
  const yes = (value: unknown) => t(value === true ? 'common.yes' : 'common.no')
  const time = (value: unknown) => formatDateTime(String(value), order.site.timeZone)
  const status = String(facts['status'])
  const door = facts['doorState']
  const attempts = (held?.['attempts'] ?? null) as { used: number; limit: number } | null
  const all: readonly (readonly [string, string | null])[] = [
    [t('common.state'), isStatus(status) ? t(`ui.state.${status}`) : status],
    [t('ledger.moment.door', doorWhat(order)), door === 'open' || door === 'closed' ? doorText(door, order, t) : null],
    [t('ledger.moment.reachable'), yes(facts['reachable'])],
    [t('ledger.moment.linked'), yes(facts['linked'])],
    [t('common.maintenance'), yes(facts['maintenance'])],
    [t('ledger.moment.inFlight'), yes(facts['orderInFlight'])],
    [t('ledger.moment.start'), held && time(held['start'])],
    [t('ledger.moment.end'), held && time(held['end'])],
    [
      t('ledger.moment.attempts'),
      attempts &&
        t('ledger.moment.attemptsOf', {
          used: attempts.used,
          limit: attempts.limit < 0 ? '∞' : String(attempts.limit),
        }),
    ],
  ]
  return all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
}

const isStatus = (status: string): status is DeviceStatus => (deviceStatuses as readonly string[]).includes(status)
