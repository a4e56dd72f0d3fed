import { useCallback, useSyncExternalStore } from 'react'
import { onTick } from './clock.ts'

/** Whole seconds left until `until` (ms of this device's clock, null = none); 0 when over. Ticks every 500 ms. */
export function useCountdown(until: number | null): number {
  const subscribe = useCallback((listener: () => void) => (until === null ? () => {} : onTick(500, listener)), [until])
  return useSyncExternalStore(subscribe, () =>
    until === null ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1_000)),
  )
}
