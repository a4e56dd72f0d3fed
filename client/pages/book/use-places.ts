import { useEffect, useState } from 'react'
import { type PlaceHit, placesFound } from '../../../contract/sites.ts'
import { http } from '../../link/http.ts'

/** Fewer letters mean too many places. */
const minLetters = 3
const none: readonly PlaceHit[] = []

/** Places that a text may mean: from the geocoder where the portal has one, else the sites' own addresses. Nothing while nothing is known. */
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
