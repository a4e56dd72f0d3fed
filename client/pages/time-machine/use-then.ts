import { useCallback, useSyncExternalStore } from 'react'
import type { DeviceView } from '../../../contract/devices.ts'
import type { DeviceThen } from '../../../contract/sites/timeline-entries.ts'
import type { Past } from './past.ts'

export interface RowThen {
  readonly device: DeviceView
  readonly past: DeviceThen
}

export type ShownPast = Pick<Past, 'view' | 'thenOf'>

/** What is shown of a device at the moment; null before anything is. */
export function useThen({ view, thenOf }: ShownPast, id: number): RowThen | null {
  const subscribe = useCallback((listener: () => void) => view.onRow('device', id, listener), [view, id])
  // The row of the device changes whenever anything does, so its identity stands for both.
  const device = useSyncExternalStore(subscribe, () => view.row('device', id)?.view ?? null)
  const past = thenOf(id)
  return device === null || past === null ? null : { device, past }
}
