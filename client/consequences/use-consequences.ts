import { useState } from 'react'
import { type Act, type ConsequencesView, read } from '../../contract/consequences.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { useQuery } from '../stores/use-query.ts'

export interface SeenConsequences {
  /** What the act would do; null = not known yet. */
  readonly view: ConsequencesView | null
  readonly refusal: Refusal<string> | null
  /** Number of reservations that have come (or gone, negative) since the person looked; null = nothing was refused. */
  readonly moved: number | null
  /** Looks again, because the world moved. */
  readonly lookAgain: () => void
}

const countOf = ({ reservations: { running, future } }: ConsequencesView): number => running + future

/** Returns whether an act concerns nobody but the person who does it. */
export const concernsNobody = ({ people, reservations, holds, losses }: ConsequencesView): boolean =>
  people + reservations.running + reservations.future + holds + losses.length === 0

/** What an act would do now, before it is done; null = nothing is asked. */
export function useConsequences(act: Act | null): SeenConsequences {
  const [turn, setTurn] = useState(0)
  const [before, setBefore] = useState<number | null>(null)
  const { view, refusal, former, asking } = useQuery(read, act === null ? null : { act }, turn)
  const known = view !== null && !former && !(asking && before !== null) ? view : null
  return {
    view: known,
    refusal,
    moved: before === null || known === null ? null : countOf(known) - before,
    lookAgain: () => {
      setBefore(view === null ? 0 : countOf(view))
      setTurn((count) => count + 1)
    },
  }
}
