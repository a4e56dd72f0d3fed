import { useEffect, useState } from 'react'
import { serverNow, whileSeen } from '../../ui/clock.ts'

const minuteMs = 60_000
const everyMs = 5 * minuteMs
const minute = () => Math.floor(serverNow() / minuteMs) * minuteMs

/** The present minute (ms), moving on every five minutes while somebody looks: spans that end now are asked again then. */
export function useNow(): number {
  const [now, setNow] = useState(minute)
  useEffect(() => whileSeen(everyMs, () => setNow((before) => (minute() - before >= everyMs ? minute() : before))), [])
  return now
}
