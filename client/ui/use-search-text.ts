import { useEffect, useEffectEvent, useState } from 'react'

const restMs = 300

/** A search field that passes its text to `onRest` when typing pauses; follows `value` when it changes elsewhere. */
export function useSearchText(value: string, onRest: (value: string) => void): [string, (value: string) => void] {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  const rest = useEffectEvent(onRest)
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => rest(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed, value])
  return [typed, setTyped]
}
