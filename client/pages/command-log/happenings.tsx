import { type DeviceStatus, deviceStatuses } from '../../../machines/device.ts'
import { eventText, outcomeText } from '../../access/event-words.ts'
import { doorText } from '../../devices/door-words.ts'
import { orderWords, reasonText } from '../../devices/order-words.ts'
import { formatNumber, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Happened, happenedOf, type WholeOrder } from './happened.ts'
import classes from './ledger.module.css'

/** What happened around an order, in the order of time, with the gap to the wish to the millisecond. */
export function Happenings({ order }: { order: WholeOrder }) {
  const t = useT()
  const { timeZone } = order.site
  return (
    <ol className={classes.happened}>
      {happenedOf(order).map((each) => (
        <li key={`${each.kind} ${each.at} ${each.status ?? ''} ${each.doorState ?? ''}`} data-kind={each.kind}>
          <time dateTime={each.at}>{formatTime(each.at, timeZone, { seconds: true })}</time>
          <span>{words(each, order, t)}</span>
          <small>{gap(each.after, t)}</small>
        </li>
      ))}
    </ol>
  )
}

type T = ReturnType<typeof useT>

function gap(after: number, t: T): string {
  if (after === 0) return ''
  const text = formatNumber(Math.abs(after), 3)
  return t(after > 0 ? 'common.secondsAfter' : 'ledger.before', { seconds: text })
}

const isStatus = (status: string): status is DeviceStatus => (deviceStatuses as readonly string[]).includes(status)

function words({ kind, status = '', doorState = null }: Happened, order: WholeOrder, t: T): string {
  switch (kind) {
    case 'seen':
      return order.event === null ? '' : `${eventText(order.event.event, t)}: ${outcomeText(order.event.outcome, t)}`
    case 'asked':
      return order.state === 'refused' ? orderWords(order, t).text : t('ledger.step.asked')
    case 'answered':
      return answered(order.answer, t)
    case 'report': {
      const state = isStatus(status) ? t(`ui.state.${status}`) : status
      const door = doorState === 'open' || doorState === 'closed' ? doorText(doorState, order, t) : null
      return t('ledger.step.report', { state: door === null ? state : `${state}, ${door}` })
    }
    case 'ended':
      return orderWords(order, t).text
    default:
      return t(`ledger.step.${kind}`)
  }
}

function answered(answer: WholeOrder['answer'], t: T): string {
  const result = answer?.['result']
  const reason = answer?.['reason']
  const why = typeof reason === 'string' ? ` (${reasonText(reason, t)})` : ''
  if (result === 'accepted' || result === 'done' || result === 'refused' || result === 'failed')
    return t(`ledger.answer.${result}`) + why
  return t('ledger.answer.other') + why
}
