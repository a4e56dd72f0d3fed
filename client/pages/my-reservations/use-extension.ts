import { useMachine } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { extension } from '../../../contract/reservations.ts'
import { extensionMachine } from '../../../machines/extension.ts'
import { ask } from '../../link/ask.ts'

/** A picker passes through many ends: only a settled one is requested, ms. */
const restMs = 250
type Answer = z.output<typeof extension.reply>

/**
 * The machine of extending, run for one reservation: requests an offer, and again when `moved` changes (claims
 * did).
 */
export function useExtension(view: ReservationView, moved: number) {
  const [state, tell] = useMachine(extensionMachine)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { end } = state.context
  const asking = state.matches('asking')
  const thinking = asking || state.matches('offered') || state.matches('elsewhere') || state.matches('refused')
  const asked = useRef('')
  useEffect(() => {
    const request = `${end} ${moved}`
    if (!thinking || end === null || (!asking && asked.current === request)) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      asked.current = request
      const input = { reservationId: view.id, end: new Date(end).toISOString() }
      void ask(extension, input, { signal: stop.signal }).then((said) => {
        if (stop.signal.aborted) return
        if (!said.ok) return tell({ type: 'UNANSWERED', refusal: said.refusal })
        setAnswer(said.view)
        tell({ type: 'ANSWERED', end, offer: said.view })
      })
    }, restMs)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [thinking, asking, end, moved, view.id, tell])
  const followed = view.followedBy !== null
  useEffect(() => {
    if (followed) tell({ type: 'FOLLOWED' })
  }, [followed, tell])

  return { state, tell, answer: state.context.offer === null ? null : answer }
}
