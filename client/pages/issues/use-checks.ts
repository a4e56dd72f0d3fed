import { useCallback, useEffect, useRef, useState } from 'react'
import type * as z from 'zod'
import { allProblemKinds, check, type ProblemKind } from '../../../contract/problems.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { ask } from '../../link/ask.ts'

type Checked = z.output<typeof check.reply>
/** What is known of a kind: its problems, or why it could not be checked. */
export type Outcome =
  | { readonly ok: true; readonly view: Checked }
  | { readonly ok: false; readonly refusal: Refusal<string> }

interface Checks {
  readonly outcomes: ReadonlyMap<ProblemKind, Outcome>
  /** Number of kinds that were checked in the current round. */
  readonly done: number
  readonly running: boolean
  /** Checks all kinds, or one, again. */
  readonly again: (kind?: ProblemKind) => void
}

/** Checks all kinds one after the other, so that a large database has one of these queries at a time. */
export function useChecks(): Checks {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<ProblemKind, Outcome>>(new Map())
  const [done, setDone] = useState(0)
  const round = useRef<AbortController | null>(null)
  const checkOne = useCallback(async (kind: ProblemKind, signal: AbortSignal) => {
    const answer = await ask(check, { kind }, { signal })
    if (signal.aborted) return
    setOutcomes((before) => new Map(before).set(kind, answer))
  }, [])
  const all = useCallback(async () => {
    round.current?.abort()
    const own = new AbortController()
    round.current = own
    for (const [index, kind] of allProblemKinds.entries()) {
      await checkOne(kind, own.signal)
      if (own.signal.aborted) return
      setDone(index + 1)
    }
  }, [checkOne])
  useEffect(() => {
    void all()
    return () => round.current?.abort()
  }, [all])
  return {
    outcomes,
    done,
    running: done < allProblemKinds.length,
    again(kind) {
      if (kind !== undefined) return void checkOne(kind, new AbortController().signal)
      setDone(0)
      void all()
    },
  }
}
