import { useEffect, useState } from 'react'
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
  const [round, setRound] = useState(0)
  const [checked, setChecked] = useState({ round, done: 0 })
  const keep = (kind: ProblemKind, outcome: Outcome) => setOutcomes((before) => new Map(before).set(kind, outcome))
  useEffect(() => {
    const own = new AbortController()
    void checkAll(own.signal, (kind, outcome, done) => {
      setOutcomes((before) => new Map(before).set(kind, outcome))
      setChecked({ round, done })
    })
    return () => own.abort()
  }, [round])
  const done = checked.round === round ? checked.done : 0
  return {
    outcomes,
    done,
    running: done < allProblemKinds.length,
    again(kind) {
      if (kind === undefined) setRound((before) => before + 1)
      else void ask(check, { kind }).then((outcome) => keep(kind, outcome))
    },
  }
}

async function checkAll(
  signal: AbortSignal,
  onChecked: (kind: ProblemKind, outcome: Outcome, done: number) => void,
): Promise<void> {
  for (const [index, kind] of allProblemKinds.entries()) {
    const outcome = await ask(check, { kind }, { signal })
    if (signal.aborted) return
    onChecked(kind, outcome, index + 1)
  }
}
