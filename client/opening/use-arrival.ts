import { useEffect, useRef, useState } from 'react'
import { metresBetween } from '../../machines/fence.ts'
import { onTick, serverNow } from '../ui/clock.ts'
import { type Said, shouldReport } from './arrival-reports.ts'
import type { Arrived, Opener, Position, Told } from './opener.ts'

export type Arriving =
  | { readonly kind: 'off' }
  | { readonly kind: 'finding' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'unavailable' }
  /** Metres to the centre of the fence, and its accuracy. */
  | { readonly kind: 'found'; readonly metres: number; readonly accuracyM: number; readonly inside: boolean }

interface Fence {
  readonly latitude: number
  readonly longitude: number
  readonly radiusM: number
}

/**
 * Follows the position while it is on and the page is visible, and reports it to the portal while `tells`: at most every ten seconds, and when the
 * fence is crossed; also when standing still, where the browser reports nothing new. `said` = the portal's last reply. The browser
 * asks for permission when it is first switched on.
 */
export function useArrival(arrive: NonNullable<Opener['arrive']>, fence: Fence | null, tells: boolean) {
  const [on, setOn] = useState(false)
  const [state, setState] = useState<Arriving>({ kind: 'off' })
  const [said, setSaid] = useState<Told<Arrived> | null>(null)
  const may = useRef(tells)
  useEffect(() => {
    may.current = tells
  }, [tells])
  useEffect(() => {
    if (!on || fence === null) return
    let over = false
    let last: Said | null = null
    let here: (Position & { inside: boolean }) | null = null
    const tell = () => {
      if (here === null || !may.current || !shouldReport(last, here.inside, serverNow())) return
      const { inside, ...position } = here
      last = { at: serverNow(), inside }
      void arrive(position).then((answer) => {
        if (!over) setSaid(answer)
      })
    }
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        const metres = metresBetween({ latitude, longitude }, fence)
        const inside = metres <= fence.radiusM
        here = { latitude, longitude, accuracyM: Math.min(accuracy, 100_000), inside }
        setState({ kind: 'found', metres, accuracyM: accuracy, inside })
        tell()
      },
      ({ code, PERMISSION_DENIED }) => setState({ kind: code === PERMISSION_DENIED ? 'denied' : 'unavailable' }),
      { enableHighAccuracy: true, maximumAge: 5_000, timeout: 30_000 },
    )
    const rest = onTick(1_000, tell)
    return () => {
      over = true
      rest()
      navigator.geolocation.clearWatch(watch)
    }
  }, [on, fence, arrive])
  const start = () => {
    const able = 'geolocation' in navigator
    setState({ kind: able ? 'finding' : 'unavailable' })
    setOn(able)
  }
  const stop = () => {
    setOn(false)
    setState({ kind: 'off' })
    setSaid(null)
  }
  return { state, said, on, start, stop }
}
