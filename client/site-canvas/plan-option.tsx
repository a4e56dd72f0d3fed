import { VisuallyHidden } from '@mantine/core'
import type { DeviceView } from '../../contract/devices.ts'
import { shownState } from '../../machines/device.ts'
import { deviceCommandWords } from '../devices/device-command-words.ts'
import { doorText } from '../devices/door-words.ts'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import type { LiveView } from '../link/view.ts'
import { useRow } from '../stores/use-watch.ts'
import type { Places } from './scene.ts'

interface PlanOptionProps {
  id: string
  deviceId: number | null
  live: LiveView
  places: Places
  selected: boolean
}

/** The focused device, for screen readers: name, state and position. */
export function PlanOption({ id, deviceId, live, places, selected }: PlanOptionProps) {
  const t = useT()
  const device = useRow({ view: live }, 'device', deviceId ?? 0) as DeviceView | null
  const place = deviceId === null ? null : places.get(deviceId)
  return (
    <VisuallyHidden id={id} role="option" aria-selected={selected} aria-posinset={1} aria-setsize={places.size}>
      {device === null ? t('plan.option.none') : `${device.name}: ${t(`ui.state.${shownState(device)}`)}`}
      {device?.doorState ? `, ${doorText(device.doorState, device.type, t)}` : ''}
      {device?.deviceCommand ? `, ${deviceCommandWords(device.deviceCommand, t).text}` : ''}
      {place
        ? `, ${t('plan.option.place', { x: formatNumber(place.xMm / 1_000, 2), y: formatNumber(place.yMm / 1_000, 2) })}`
        : ''}
    </VisuallyHidden>
  )
}
