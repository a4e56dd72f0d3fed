import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Refusal } from '../../contract/refusals.ts'

export type CommandState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'refused'; readonly refusal: Refusal<string> }
  /** The reply was lost: the live view will show whether it was done. */
  | { readonly kind: 'unknown' }
type Answer = { readonly ok: true } | { readonly ok: false; readonly refusal: Refusal<string> }

/**
 * One command of a dialog. `settled` = the live view shows that it was done, which is how a command with a lost reply ends well. `onDone`
 * is called once.
 */
export function useCommand(settled: boolean, onDone: () => void) {
  const [state, setState] = useState<CommandState>({ kind: 'idle' })
  // Calls the current callback of the dialog, not the one from when the command was sent.
  const done = useRef(onDone)
  useLayoutEffect(() => {
    done.current = onDone
  })
  const { kind } = state
  useEffect(() => {
    if (kind === 'unknown' && settled) done.current()
  }, [kind, settled])
  const run = async (task: () => Promise<Answer>) => {
    if (kind === 'sending') return
    setState({ kind: 'sending' })
    const answer = await task()
    if (answer.ok) done.current()
    else if (answer.refusal.code === 'outcome-unknown') setState({ kind: 'unknown' })
    else setState({ kind: 'refused', refusal: answer.refusal })
  }
  return { state, busy: kind === 'sending', run, forget: () => setState({ kind: 'idle' }) }
}
