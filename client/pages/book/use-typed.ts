import { useCallback, useEffect, useRef, useState } from 'react'
import type { Refusal } from '../../../contract/refusals.ts'
import { amend } from '../../../contract/reservations/book.ts'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { send } from '../../link/send.ts'
import { tabStorage } from '../../ui/tab-storage.ts'
import {
  amendment,
  type Draft,
  type DraftState,
  noDraft,
  plateRefusal,
  rowMoved,
  sendable,
  shownOf,
  type Typed,
  taken,
  typing,
  withoutOptions,
} from './typed.ts'

const pauseMs = 600

export interface TypedFields {
  readonly values: Typed
  readonly set: (change: Draft) => void
  /** The focused field: values from elsewhere wait until it is left. */
  readonly enter: (field: keyof Typed | null) => void
  /** Sends what is not at the server yet; null = nothing. */
  readonly flush: () => Promise<Refusal<string> | null>
  readonly saved: boolean
  readonly refused: Refusal<string> | null
}

/**
 * Input while a place is held: in the fields at once, at the server 600 ms after the last key, and until then also in this
 * tab's storage. Other tabs show it from the watched row; the last of two wins (HOLD-4).
 */
export function useTyped(row: ReservationView): TypedFields {
  const { id } = row
  const name = `typed ${id}`
  const [state, setState] = useState<DraftState>(() => ({ ...noDraft, dirty: tabStorage.get<Draft>(name) ?? {} }))
  const [refused, setRefused] = useState<Refusal<string> | null>(null)
  const latest = useRef(state)
  const field = useRef<keyof Typed | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const underway = useRef<Promise<Refusal<string> | null> | null>(null)
  const put = useCallback(
    (next: DraftState) => {
      latest.current = next
      setState(next)
      if (Object.keys(next.dirty).length > 0) tabStorage.set(name, next.dirty)
      else tabStorage.remove(name)
    },
    [name],
  )

  const flush = useCallback(async (): Promise<Refusal<string> | null> => {
    clearTimeout(timer.current)
    await underway.current
    const dirty = sendable(latest.current.dirty)
    const unreadable = plateRefusal(latest.current.dirty)
    if (Object.keys(dirty).length === 0) {
      setRefused(unreadable)
      return unreadable
    }
    const work = async () => {
      const answer = await send(amend, { reservationId: id, ...amendment(dirty) })
      setRefused(answer.ok ? unreadable : answer.refusal)
      if (answer.ok) put(taken(latest.current, dirty))
      else if (['option-not-available', 'place-taken', 'place-held'].includes(answer.refusal.code)) {
        put(withoutOptions(latest.current))
        if (Object.keys(latest.current.dirty).length > 0) timer.current = setTimeout(() => void flush(), 0)
      }
      return answer.ok ? unreadable : answer.refusal
    }
    underway.current = work()
    const refusal = await underway.current
    underway.current = null
    return refusal
  }, [id, put])

  // Typed before a reload, and not at the server yet.
  useEffect(() => {
    void flush()
    return () => clearTimeout(timer.current)
  }, [flush])
  useEffect(() => {
    void row
    put(rowMoved(latest.current, field.current))
  }, [row, put])

  const set = useCallback(
    (change: Draft) => {
      put(typing(latest.current, change))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), pauseMs)
    },
    [put, flush],
  )
  const enter = useCallback((to: keyof Typed | null) => {
    field.current = to
  }, [])
  return { values: shownOf(row, state), set, enter, flush, saved: Object.keys(state.dirty).length === 0, refused }
}
