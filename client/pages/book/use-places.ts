import { useEffect, useState } from 'react'
import { type PlaceHit, placesFound } from '../../../contract/sites.ts'
import { http } from '../../link/http.ts'

/** Fewer letters match too many places. */
const minLetters = 3
const none: readonly PlaceHit[] = []

/** Places that match a text: from the geocoder if configured, else the sites' own addresses. Empty while unknown. */
export function usePlaces(text: string): readonly PlaceHit[] {
  const [found, setFound] = useState<{ text: string; places: readonly PlaceHit[] }>({ text: '', places: none })
  const wanted = text.trim().length < minLetters ? '' : text.trim()
  useEffect(() => {
    if (wanted === '') return
    const asking = new AbortController()
    void http('GET', `/places?q=${encodeURIComponent(wanted)}`, { answer: placesFound, signal: asking.signal }).then(
      (answer) => {
        if (!asking.signal.aborted) setFound({ text: wanted, places: answer.ok ? answer.body : none })
      },
    )
    return () => asking.abort()
  }, [wanted])
  return found.text === wanted ? found.places : none
}
