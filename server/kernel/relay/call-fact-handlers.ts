import { type FactName, type FactPayload, isFactName, parseFact } from '../../../contract/facts.ts'

export type FactHandler<F extends FactName> = (payload: FactPayload<F>) => Promise<unknown> | void
/** Handlers of each declared fact; several may run, in no order. */
export type FactHandlers = { readonly [F in FactName]: readonly FactHandler<F>[] }
/** Marks a fact that needs no handler. */
export const ignored = [] as const

/** Runs the handlers of a stored fact. Rejects after all have ended if one failed. */
export type CallFactHandlers = (name: string, payload: unknown) => Promise<void>

/**
 * Returns the function that runs a fact's handlers. One that fails does not stop the others. Facts of another version
 * of this program are ignored.
 */
export function hear(handlers: Partial<FactHandlers>): CallFactHandlers {
  return async (name, payload) => {
    if (isFactName(name)) await callHandlers(handlers, name, payload)
  }
}

async function callHandlers<F extends FactName>(
  handlers: Partial<FactHandlers>,
  name: F,
  kept: unknown,
): Promise<void> {
  const all = handlers[name] ?? []
  if (all.length === 0) return
  const payload = parseFact(name, kept)
  const outcomes = await Promise.allSettled(all.map(async (handler) => handler(payload)))
  const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  if (failed.length === 1) throw failed[0]
  if (failed.length > 1) throw new AggregateError(failed, `${failed.length} handlers failed`)
}
