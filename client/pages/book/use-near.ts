import { useState } from 'react'

export interface Near {
  readonly at: { latitude: number; longitude: number } | null
  readonly asking: boolean
  /** The browser gave no position: refused, or unknown. */
  readonly failed: boolean
  /** Asks the browser for the position, or drops it again. Only on a tap: the browser asks the person. */
  readonly toggle: () => void
}

const precision = 1_000

/** Where the person is, to about a hundred metres: enough to sort by. */
export function useNear(): Near {
  const [state, setState] = useState<Omit<Near, 'toggle'>>({ at: null, asking: false, failed: false })
  const toggle = () => {
    if (state.at) return setState({ at: null, asking: false, failed: false })
    if (!('geolocation' in navigator)) return setState({ at: null, asking: false, failed: true })
    setState({ at: null, asking: true, failed: false })
    const round = (degrees: number) => Math.round(degrees * precision) / precision
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        setState({
          at: { latitude: round(coords.latitude), longitude: round(coords.longitude) },
          asking: false,
          failed: false,
        }),
      () => setState({ at: null, asking: false, failed: true }),
      { timeout: 10_000, maximumAge: 300_000 },
    )
  }
  return { ...state, toggle }
}
