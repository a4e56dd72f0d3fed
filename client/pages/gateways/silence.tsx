import { type GatewayView, lateHours, silentHours } from '../../../contract/gateways.ts'
import { useT } from '../../i18n/i18n.ts'
import { Age } from '../../ui/age.tsx'
import { serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import classes from './gateways.module.css'

/** When a gateway was last heard, with a mark after 3 and after 6 hours without a message. */
export function LastMessage({ at }: { at: GatewayView['lastMessageAt'] }) {
  const t = useT()
  useMinute()
  const hours = at === null ? 0 : (serverNow() - Date.parse(at)) / 3_600_000
  const mark = hours >= silentHours ? silentHours : hours >= lateHours ? lateHours : null
  return (
    <span className={classes.heard}>
      <Age at={at} />
      {mark !== null && (
        <span className={classes.mark} data-severity={mark === silentHours ? 'error' : 'warning'}>
          <Icon name="alert" size={16} />
          {t('gateways.silentFor', { hours: mark })}
        </span>
      )}
    </span>
  )
}
