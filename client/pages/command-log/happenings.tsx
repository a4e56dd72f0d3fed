import { type DeviceStatus, deviceStatuses } from '../../../machines/device.ts'
import { eventText, outcomeText } from '../../access/event-words.ts'
import { deviceCommandWords, reasonText } from '../../devices/device-command-words.ts'
import { doorText } from '../../devices/door-words.ts'
import { formatNumber, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import classes from './command-log.module.css'
import { type Happened, happenedOf, type WholeCommand } from './happened.ts'

/** What happened around a command, in the order of time, with the gap to the request to the millisecond. */
export function Happenings({ deviceCommand }: { deviceCommand: WholeCommand }) {
  const t = useT()
  const { timeZone } = deviceCommand.site
  return (
    <ol className={classes.happened}>
      {happenedOf(deviceCommand).map((each) => (
        <li
          className={classes.happenedItem}
          key={`${each.kind} ${each.at} ${each.status ?? ''} ${each.doorState ?? ''}`}
          data-kind={each.kind}
        >
          <time className={classes.happenedTime} dateTime={each.at}>
            {formatTime(each.at, timeZone, { seconds: true })}
          </time>
          <span className={classes.happenedPart}>{words(each, deviceCommand, t)}</span>
          <small className={classes.happenedNote}>{gap(each.after, t)}</small>
        </li>
      ))}
    </ol>
  )
}

type T = ReturnType<typeof useT>

function gap(after: number, t: T): string {
  if (after === 0) return ''
  const text = formatNumber(Math.abs(after), 3)
  return t(after > 0 ? 'common.secondsAfter' : 'command-log.before', { seconds: text })
}

const isStatus = (status: string): status is DeviceStatus => (deviceStatuses as readonly string[]).includes(status)

function words({ kind, status = '', doorState = null }: Happened, deviceCommand: WholeCommand, t: T): string {
  switch (kind) {
    case 'seen':
      return deviceCommand.event === null
        ? ''
        : `${eventText(deviceCommand.event.event, t)}: ${outcomeText(deviceCommand.event.outcome, t)}`
    case 'asked':
      return deviceCommand.state === 'refused' ? deviceCommandWords(deviceCommand, t).text : t('command-log.step.asked')
    case 'answered':
      return answered(deviceCommand.answer, t)
    case 'report': {
      const state = isStatus(status) ? t(`ui.state.${status}`) : status
      const door = doorState === 'open' || doorState === 'closed' ? doorText(doorState, deviceCommand, t) : null
      return t('command-log.step.report', { state: door === null ? state : `${state}, ${door}` })
    }
    case 'ended':
      return deviceCommandWords(deviceCommand, t).text
    default:
      return t(`command-log.step.${kind}`)
  }
}

function answered(answer: WholeCommand['answer'], t: T): string {
  const result = answer?.['result']
  const reason = answer?.['reason']
  const why = typeof reason === 'string' ? ` (${reasonText(reason, t)})` : ''
  if (result === 'accepted' || result === 'done' || result === 'refused' || result === 'failed')
    return t(`command-log.answer.${result}`) + why
  return t('command-log.answer.other') + why
}
