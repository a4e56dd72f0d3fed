import type { FactHandler } from './lead.ts'

/** Handlers by fact; several may hear the same one, and one that fails keeps no other from hearing it. */
export function hear(handlers: readonly (readonly [string, FactHandler])[]): Map<string, FactHandler> {
  const byFact = new Map<string, FactHandler[]>()
  for (const [fact, handler] of handlers) byFact.set(fact, [...(byFact.get(fact) ?? []), handler])
  return new Map([...byFact].map(([fact, all]) => [fact, together(all)]))
}

function together(handlers: readonly FactHandler[]): FactHandler {
  return async (payload) => {
    const outcomes = await Promise.allSettled(handlers.map(async (handler) => handler(payload)))
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    if (failed.length === 1) throw failed[0]
    if (failed.length > 1) throw new AggregateError(failed, `${failed.length} handlers failed`)
  }
}
