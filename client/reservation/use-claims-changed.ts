import { useState } from 'react'
import { claims } from '../../contract/reservations/book.ts'
import { useChangeCounter } from '../stores/use-change-counter.ts'
import { type Live, useWatch } from '../stores/use-watch.ts'
import { serverNow } from '../ui/clock.ts'

/**
 * A signal to reload a list of reservations: changes when a place was taken, held or given up anywhere that the operator sees (or at one site), and
 * after a reconnect. The span only bounds the first reply, so it is as short as possible: changes are pushed for any span.
 */
export function useClaimsChanged(siteId?: number): { live: Live<(typeof claims)['kinds'][number]>; moved: number } {
  const [span] = useState(() => {
    const start = Math.floor(serverNow() / 60_000) * 60_000
    return { start: new Date(start).toISOString(), end: new Date(start + 60_000).toISOString() }
  })
  const live = useWatch(claims, { ...span, ...(siteId === undefined ? {} : { siteId }) })
  return { live, moved: useChangeCounter(live, 'claim') }
}
