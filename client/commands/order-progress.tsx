import { useSyncExternalStore } from 'react'
import type { OrderView } from '../../contract/devices.ts'
import type { Action } from '../../machines/device.ts'
import { isOpen } from '../devices/actions.ts'
import { orderWords, stepsOf } from '../devices/order-words.ts'
import { useT } from '../i18n/i18n.ts'
import { Age } from '../ui/age.tsx'
import { onTick, serverNow } from '../ui/clock.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './commands.module.css'
import { SupportCode } from './support-code.tsx'

/** How long a good end stays in the row, ms; a bad one stays until the device says something new. */
const goodMs = 60_000

const everyFiveSeconds = (listener: () => void) => onTick(5_000, listener)

/** True once `at` lies more than `ms` back. */
function useOver(at: string | null, ms: number): boolean {
  return useSyncExternalStore(everyFiveSeconds, () => at !== null && serverNow() - Date.parse(at) > ms)
}

/** Four dots: ordered, sent, accepted, confirmed. Decoration of the sentence beside them. */
function Steps({ order }: { order: OrderView }) {
  return (
    <span className={classes.steps} aria-hidden="true">
      {stepsOf(order).map(({ key, state }) => (
        <span key={key} data-state={state} />
      ))}
    </span>
  )
}

/** What became of the last order of a device, in place: its steps while it runs, its end in words, the support code where it went wrong. */
export function OrderProgress({ order, sending }: { order: OrderView | null; sending: Action | null }) {
  const t = useT()
  const old = useOver(order?.settledAt ?? null, goodMs)
  if (sending !== null) {
    return (
      <p className={classes.progress} data-tone="info">
        <Icon name="send" size={16} />
        <span>{t('devices.running.sending', { action: sending })}</span>
      </p>
    )
  }
  if (order === null) return null
  const { text, tone, icon, troubled } = orderWords(order, t)
  if (old && !troubled) return null
  return (
    <div className={classes.progress} data-tone={tone}>
      {isOpen(order.state) ? <Steps order={order} /> : <Icon name={icon} size={16} />}
      <span>
        {text} {order.settledAt !== null && <small>{<Age at={order.settledAt} />}</small>}
      </span>
      {troubled && <SupportCode code={order.supportCode} />}
    </div>
  )
}
