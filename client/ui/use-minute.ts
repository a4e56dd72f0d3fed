import { useSyncExternalStore } from 'react'
import { onTick, serverNow } from './clock.ts'
import { minuteOf } from './minute.ts'

const everySecond = (listener: () => void) => onTick(1_000, listener)

/** The current minute, ms; renders again when the next one begins. */
export function useMinute(): number {
  return useSyncExternalStore(everySecond, () => minuteOf(serverNow()).getTime())
}
