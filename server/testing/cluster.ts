import { type Balancer, startBalancer } from './balancer.ts'
import { freePort, type RunningPortal, startPortal } from './harness.ts'

export interface Member {
  readonly name: string
  readonly port: number
  readonly running: () => RunningPortal
  /** Restarts it on its port, by default with an orderly stop. */
  restart(signal?: NodeJS.Signals): Promise<void>
  end(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
}

export interface Cluster {
  readonly members: Readonly<Record<string, Member>>
  /** In front of all members that serve people. */
  readonly balancer: Balancer
  stop(): Promise<void>
}

/** Processes of one portal with the given roles, and a balancer in front of those that serve people. */
export async function startCluster(options: {
  members: readonly { readonly name: string; readonly roles: string; readonly databaseUrl: string }[]
  env?: Record<string, string>
}): Promise<Cluster> {
  const ports = new Map(await Promise.all(options.members.map(async ({ name }) => [name, await freePort()] as const)))
  const web = options.members.flatMap(({ name, roles }) => (roles.includes('web') ? [ports.get(name) ?? 0] : []))
  const balancer = await startBalancer(() => web)
  const members: Record<string, Member> = {}
  for (const { name, roles, databaseUrl } of options.members) {
    const port = ports.get(name) ?? 0
    const env = { LOG_LEVEL: 'info', ...options.env, PORTAL_URL: balancer.url, HOLDFAST_ROLES: roles }
    let running: RunningPortal | null = null
    const start = async (): Promise<void> => {
      running = await startPortal({ databaseUrl, port, env })
    }
    const end = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
      await running?.end(signal)
    }
    await start()
    members[name] = {
      name,
      port,
      running: () => running as RunningPortal,
      start,
      end,
      async restart(signal) {
        await end(signal)
        await start()
      },
    }
  }
  return {
    members,
    balancer,
    async stop() {
      await Promise.all(Object.values(members).map((member) => member.end('SIGKILL')))
      await balancer.close()
    },
  }
}
