import { useCallback, useSyncExternalStore } from 'react'
import type { DeviceView } from '../../../contract/devices.ts'
import type { DeviceThen } from '../../../contract/timeline.ts'
import type { LiveView } from '../../link/view.ts'

export interface RowThen {
  readonly device: DeviceView
  readonly past: DeviceThen
}

/** What is shown of a device at the moment; null before anything is. */
export function useThen(view: LiveView, id: number): RowThen | null {
  const subscribe = useCallback((listener: () => void) => view.onRow('then', id, listener), [view, id])
  // The row of the device changes whenever anything does, so its identity stands for both.
  const device = useSyncExternalStore(subscribe, () => (view.row('device', id)?.view ?? null) as DeviceView | null)
  const past = (view.row('then', id)?.view ?? null) as DeviceThen | null
  return device === null || past === null ? null : { device, past }
}
