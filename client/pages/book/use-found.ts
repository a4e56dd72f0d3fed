import { useCallback, useEffect, useRef, useState } from 'react'
import type { Refusal } from '../../../contract/refusals.ts'
import { serverNow } from '../../ui/clock.ts'

export type Loaded<R> =
  | { readonly ok: true; readonly view: R }
  | { readonly ok: false; readonly refusal: Refusal<string> }
export interface Found<R> {
  /** The last reply to this request; while the next one is loading, the previous one stays. */
  readonly view: R | null
  readonly refusal: Refusal<string> | null
  /** The shown reply belongs to an earlier request. */
  readonly asking: boolean
  /** When the shown reply arrived, ms; not `fresh` if the last try failed. */
  readonly asOf: number | null
  readonly fresh: boolean
  /** Loads at once. */
  readonly retry: () => void
  /** Something has changed: loads soon, however often it is called. */
  readonly again: () => void
}

/** Delay between loads caused by others' changes, with jitter, so that not everybody loads at once. */
const minMs = 600
const chanceMs = 500

interface Held<R> {
  readonly load: unknown
  readonly view: R | null
  readonly refusal: Refusal<string> | null
  readonly asOf: number | null
}

/** Loads a request, keeps the reply on screen and reloads on demand. Another `load` function is another request. */
export function useFound<R>(load: (signal: AbortSignal) => Promise<Loaded<R>>): Found<R> {
  const [held, setHeld] = useState<Held<R>>({ load: null, view: null, refusal: null, asOf: null })
  const request = useRef<AbortController | null>(null)
  const soon = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const askNow = useCallback(() => {
    clearTimeout(soon.current)
    soon.current = undefined
    request.current?.abort()
    const mine = new AbortController()
    request.current = mine
    void load(mine.signal).then((answer) => {
      if (mine.signal.aborted) return
      setHeld((before) =>
        answer.ok
          ? { load, view: answer.view, refusal: null, asOf: serverNow() }
          : { ...before, load, view: before.load === load ? before.view : null, refusal: answer.refusal },
      )
    })
  }, [load])
  useEffect(() => {
    askNow()
    return () => {
      request.current?.abort()
      clearTimeout(soon.current)
      soon.current = undefined
    }
  }, [askNow])
  const again = useCallback(() => {
    soon.current ??= setTimeout(askNow, minMs + Math.random() * chanceMs)
  }, [askNow])
  return {
    view: held.view,
    refusal: held.refusal,
    asking: held.load !== load,
    asOf: held.asOf,
    fresh: held.load === load && held.refusal === null,
    retry: askNow,
    again,
  }
}
