import { useSyncExternalStore } from 'react'
import { onTick, serverNow } from '../ui/clock.ts'

const everySecond = (listener: () => void) => onTick(1_000, listener)

/** The server's time in whole seconds, ms: what depends on it is redrawn once a second. */
export function useSecond(): number {
  return useSyncExternalStore(everySecond, () => Math.floor(serverNow() / 1_000) * 1_000)
}
