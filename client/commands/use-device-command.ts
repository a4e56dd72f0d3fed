import { useCallback, useState } from 'react'
import { command as commandDef } from '../../contract/control.ts'
import type { DeviceView } from '../../contract/devices.ts'
import type { Action } from '../../machines/device.ts'
import { isOpen } from '../devices/actions.ts'
import { deviceCommandWords } from '../devices/device-command-words.ts'
import { t } from '../i18n/i18n.ts'
import { send } from '../link/send.ts'
import type { LiveView } from '../link/view.ts'
import { announce } from '../ui/announce.ts'
import { notify } from '../ui/notify.tsx'

/** How long a command may try to reach the server: well below its own deadline, so that nothing moves later than the person expects. */
const sendMs = 8_000

/**
 * Commands sent from this screen. `sending` = on its way to the server; from then on the device's own view shows the command. Refusals
 * and failures are shown with their support code, successes are announced to screen readers.
 */
export function useDeviceCommand(view: LiveView, device: Pick<DeviceView, 'id' | 'name'>) {
  const [sending, setSending] = useState<Action | null>(null)
  const { id, name } = device
  const give = useCallback(
    async (action: Action, more: { anyway?: boolean; note?: string } = {}): Promise<boolean> => {
      setSending(action)
      const answer = await send(commandDef, { deviceId: id, action, ...more }, { timeoutMs: sendMs })
      setSending(null)
      if (answer.ok) followOutcome(view, id, answer.reply.deviceCommandId)
      else notify.refusal(answer.refusal, { title: name, id: `command-${id}` })
      return answer.ok
    },
    [view, id, name],
  )
  return { sending, give }
}

/** Waits in the device's view for the outcome of this command and reports it once; gives up after another command or two minutes. */
function followOutcome(view: LiveView, deviceId: number, deviceCommandId: string): void {
  const stop = () => {
    off()
    clearTimeout(timer)
  }
  const look = () => {
    const device = view.row('device', deviceId)?.view
    const deviceCommand = device?.deviceCommand
    if (!device || !deviceCommand || deviceCommand.id !== deviceCommandId || isOpen(deviceCommand.state)) return
    stop()
    const words = deviceCommandWords(deviceCommand, t)
    announce(t('control.announce', { device: device.name, text: words.text }))
    if (!words.troubled) return
    const text = `${words.text}\n${t('common.supportCodeOf', { code: deviceCommand.supportCode })}`
    const options = { title: device.name, id: `command-${deviceId}`, displayMs: 20_000 }
    if (words.tone === 'error') notify.error(text, options)
    else notify.warning(text, options)
  }
  const off = view.onRow('device', deviceId, look)
  const timer = setTimeout(stop, 130_000)
  look()
}
