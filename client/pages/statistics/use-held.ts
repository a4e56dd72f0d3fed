import { useState } from 'react'
import type { QueryView } from '../../stores/use-query.ts'
import type { Piece } from './spans.ts'

export interface Held<R> {
  readonly view: R
  /** The span that it answers. */
  readonly of: Piece
}

/** The last answer with the span that it answers: while another span is on its way, the old figures keep their own axis. */
export function useHeld<R>({ view, former }: QueryView<R>, piece: Piece | null): Held<R> | null {
  const [held, setHeld] = useState<Held<R> | null>(null)
  if (view !== null && !former && piece !== null && (held?.view !== view || held.of !== piece))
    setHeld({ view, of: piece })
  return held
}
