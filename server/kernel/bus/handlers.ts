import { commands, queries, watches } from '../../../contract/registry.ts'
import type { Context } from '../context.ts'
import type { CommandHandler, QueryHandler, WatchHandler } from './handle.ts'

export interface Handlers {
  readonly commands: ReadonlyMap<string, CommandHandler>
  readonly queries: ReadonlyMap<string, QueryHandler>
  readonly watches: ReadonlyMap<string, WatchHandler>
}

/** A context that can also run handlers. */
export interface Kernel extends Context {
  readonly handlers: Handlers
}

type Handler = CommandHandler | QueryHandler | WatchHandler
const ofKind = <H extends Handler>(handlers: readonly Handler[], kind: H['def']['kind']): H[] =>
  handlers.filter((handler): handler is H => handler.def.kind === kind)

/** Returns the handlers of all domains by name. Throws if a definition has no handler, or a handler no definition. */
export function collect(domains: readonly Record<string, Handler>[]): Handlers {
  const handlers = domains.flatMap((verbs) => Object.values(verbs))
  return {
    commands: byName<CommandHandler>(commands, ofKind(handlers, 'command')),
    queries: byName<QueryHandler>(queries, ofKind(handlers, 'query')),
    watches: byName<WatchHandler>(watches, ofKind(handlers, 'watch')),
  }
}

function byName<H extends { def: { name: string } }>(
  defined: readonly { name: string }[],
  handlers: H[],
): Map<string, H> {
  const map = new Map(handlers.map((handler) => [handler.def.name, handler]))
  const missing = defined.filter((def) => !map.has(def.name)).map((def) => def.name)
  const extra = [...map.keys()].filter((name) => !defined.some((def) => def.name === name))
  if (missing.length || extra.length || map.size !== handlers.length) {
    throw new Error(
      `handlers and contract differ; missing: ${missing.join(', ') || 'none'}; not in the contract: ${extra.join(', ') || 'none'}`,
    )
  }
  return map
}
