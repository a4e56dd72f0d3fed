import { useCallback, useState } from 'react'
import { order as orderCommand } from '../../contract/control.ts'
import type { DeviceView } from '../../contract/devices.ts'
import type { Action } from '../../machines/device.ts'
import { isOpen } from '../devices/actions.ts'
import { orderWords } from '../devices/order-words.ts'
import { t } from '../i18n/i18n.ts'
import { send } from '../link/send.ts'
import type { LiveView } from '../link/view.ts'
import { announce } from '../ui/announce.ts'
import { notify } from '../ui/notify.tsx'

/** For how long an order may try to reach the server: well below its own deadline, so that nothing moves later than the person expects. */
const sendMs = 8_000

/**
 * Orders of the person on this screen. `sending` = on its way to the server; from then on the device's own view shows the order. Refusals
 * and bad outcomes are said with their support code, good ones are announced to those who cannot see the row.
 */
export function useOrder(view: LiveView, device: Pick<DeviceView, 'id' | 'name'>) {
  const [sending, setSending] = useState<Action | null>(null)
  const { id, name } = device
  const give = useCallback(
    async (action: Action, more: { anyway?: boolean; note?: string } = {}): Promise<boolean> => {
      setSending(action)
      const answer = await send(orderCommand, { deviceId: id, action, ...more }, { timeoutMs: sendMs })
      setSending(null)
      if (answer.ok) followOutcome(view, id, answer.reply.orderId)
      else notify.refusal(answer.refusal, { title: name, id: `order-${id}` })
      return answer.ok
    },
    [view, id, name],
  )
  return { sending, give }
}

/** Waits in the device's view for the end of this order and says it once; gives up when another order stands there or after two minutes. */
function followOutcome(view: LiveView, deviceId: number, orderId: string): void {
  const stop = () => {
    off()
    clearTimeout(timer)
  }
  const look = () => {
    const device = view.row('device', deviceId)?.view
    const order = device?.order
    if (!device || !order || order.id !== orderId || isOpen(order.state)) return
    stop()
    const words = orderWords(order, t)
    announce(t('control.announce', { device: device.name, text: words.text }))
    if (!words.troubled) return
    const text = `${words.text}\n${t('common.supportCodeOf', { code: order.supportCode })}`
    const options = { title: device.name, id: `order-${deviceId}`, displayMs: 20_000 }
    if (words.tone === 'error') notify.error(text, options)
    else notify.warning(text, options)
  }
  const off = view.onRow('device', deviceId, look)
  const timer = setTimeout(stop, 130_000)
  look()
}
