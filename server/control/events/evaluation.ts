import type { Context } from '../../kernel/context.ts'
import { evaluateEvents } from './evaluate.ts'
import { forgetGuesses } from './guesses.ts'

/** Evaluates waiting events, one round at a time per process: calls during a round start one more round. */
export function createEvaluation(): (context: Context) => Promise<void> {
  let round: Promise<void> | null = null
  let again = false
  const rounds = async (context: Context): Promise<void> => {
    while (again) {
      again = false
      await evaluateEvents(context)
    }
  }
  return async (context) => {
    again = true
    round ??= rounds(context).finally(() => {
      round = null
    })
    await round
  }
}

/** Safety net for lost facts: evaluates what was left behind, and forgets old wrong PINs. */
export async function tidyEvents(context: Context, evaluate: (context: Context) => Promise<void>): Promise<void> {
  await evaluate(context)
  await forgetGuesses(context.deviceKnex)
}
