import { useEffect, useRef, useState } from 'react'
import { serverNow } from '../../ui/clock.ts'
import { distanceM, type Said, worthTelling } from './distance.ts'
import type { Arrived, Opener, Told } from './opener.ts'

export type Arriving =
  | { readonly kind: 'off' }
  | { readonly kind: 'finding' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'unavailable' }
  /** Metres to the middle of the fence, and how accurate that is. */
  | { readonly kind: 'found'; readonly distance: number; readonly accuracy: number; readonly inside: boolean }

interface Fence {
  readonly latitude: number
  readonly longitude: number
  readonly radiusM: number
}

/**
 * Follows the position while it is on and the page stands, and tells it to the portal: every ten seconds at most, and when the fence is
 * crossed. `said` = the portal's last answer. The browser asks the person when it is first switched on.
 */
export function useArrival(arrive: NonNullable<Opener['arrive']>, fence: Fence | null, tells: boolean) {
  const [on, setOn] = useState(false)
  const [state, setState] = useState<Arriving>({ kind: 'off' })
  const [said, setSaid] = useState<Told<Arrived> | null>(null)
  const last = useRef<Said | null>(null)
  const may = useRef(tells)
  useEffect(() => {
    may.current = tells
  }, [tells])
  useEffect(() => {
    if (!on || fence === null) return
    let over = false
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        const { latitude, longitude, accuracy } = coords
        const distance = distanceM({ latitude, longitude }, fence)
        const inside = distance <= fence.radiusM
        setState({ kind: 'found', distance, accuracy, inside })
        if (!may.current || !worthTelling(last.current, inside, serverNow())) return
        last.current = { at: serverNow(), inside }
        void arrive({ latitude, longitude, accuracyM: Math.min(accuracy, 100_000) }).then((answer) => {
          if (!over) setSaid(answer)
        })
      },
      ({ code, PERMISSION_DENIED }) => setState({ kind: code === PERMISSION_DENIED ? 'denied' : 'unavailable' }),
      { enableHighAccuracy: true, maximumAge: 5_000, timeout: 30_000 },
    )
    return () => {
      over = true
      navigator.geolocation.clearWatch(watch)
    }
  }, [on, fence, arrive])
  const stop = () => {
    setOn(false)
    setState({ kind: 'off' })
    setSaid(null)
    last.current = null
  }
  const start = () => {
    const able = 'geolocation' in navigator
    setState({ kind: able ? 'finding' : 'unavailable' })
    setOn(able)
  }
  return { state, said, on, start, stop }
}
