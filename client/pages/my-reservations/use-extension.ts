import { useMachine } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod'
import type { PaymentMethod, ReservationView } from '../../../contract/reservations/view.ts'
import { extend, extension } from '../../../contract/reservations.ts'
import { extensionMachine, extensionPrice } from '../../../machines/extension.ts'
import { ask } from '../../link/ask.ts'
import { send } from '../../link/send.ts'

/** A picker passes through many ends: only a settled one is requested, ms. */
const restMs = 250
type Answer = z.output<typeof extension.reply>

/**
 * The machine of extending, run for one reservation: requests an offer, again when `moved` changes (claims did), and sends on
 * request.
 */
export function useExtension(view: ReservationView, moved: number) {
  const [state, tell] = useMachine(extensionMachine)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { end, deviceId } = state.context
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

  const order = async (way: { readonly method: PaymentMethod; readonly costCenterId: number | null }) => {
    const priceCents = extensionPrice(state.context)
    if (end === null || priceCents === null) return
    tell({ type: 'SEND' })
    const said = await send(extend, {
      reservationId: view.id,
      end: new Date(end).toISOString(),
      ...(deviceId === null ? {} : { deviceId }),
      paymentMethod: way.method,
      costCenterId: way.costCenterId,
      priceCents,
    })
    if (said.ok) tell({ type: 'EXTENDED', paymentId: said.reply.payment?.id ?? null })
    else if (said.refusal.code === 'outcome-unknown') tell({ type: 'LOST' })
    else tell({ type: 'REFUSED', refusal: said.refusal })
  }
  return { state, tell, order, answer: state.context.offer === null ? null : answer }
}
