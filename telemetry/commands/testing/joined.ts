import type { Namespace, Server } from 'socket.io'

type Adapter = Namespace['adapter']

/** Joins the /gateway namespaces of servers as an adapter over Redis would, without the network in between. */
export function join(servers: readonly Server[]): void {
  const adapters = servers.map((io) => io.of('/gateway').adapter)
  const alone = adapters.map((adapter) => ({
    fetchSockets: adapter.fetchSockets.bind(adapter),
    broadcastWithAck: adapter.broadcastWithAck.bind(adapter),
  }))
  for (const adapter of adapters) {
    Object.assign(adapter, {
      serverCount: async () => adapters.length,
      serverSideEmit: (packet: unknown[]) => {
        for (const other of adapters) if (other !== adapter) (other.nsp as Listener)._onServerSideEmit(packet)
      },
      fetchSockets: async (options: Parameters<Adapter['fetchSockets']>[0]) =>
        (await Promise.all(alone.map((each) => each.fetchSockets(options) as Promise<unknown[]>))).flat(),
      broadcastWithAck: (packet: object, ...rest: Tail<Parameters<Adapter['broadcastWithAck']>>) => {
        for (const each of alone) each.broadcastWithAck({ ...packet }, ...rest)
      },
    })
  }
}

/** What an adapter over Redis calls when another server emitted to it. */
interface Listener {
  _onServerSideEmit(packet: unknown[]): void
}
type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never
