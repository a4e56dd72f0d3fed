import { type ComponentType, useCallback, useEffect, useState } from 'react'

/**
 * A part of the frame that comes after the first screen stands: null until it is there. `ask` tries again, for a connection that
 * failed. `load` must stay the same function.
 */
export function useLater<Props>(load: () => Promise<ComponentType<Props>>): {
  part: ComponentType<Props> | null
  ask: () => void
} {
  const [part, setPart] = useState<ComponentType<Props> | null>(null)
  const ask = useCallback(() => {
    load().then(
      (loaded) => setPart(() => loaded),
      () => undefined, // its button stands there already and asks again
    )
  }, [load])
  useEffect(ask, [ask])
  return { part, ask }
}
