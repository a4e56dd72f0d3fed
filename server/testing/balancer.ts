import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

export interface Balancer {
  readonly port: number
  readonly url: string
  close(): Promise<void>
}

/** Distributes connections in turn to the ports that respond, like a proxy in front of several processes. */
export async function startBalancer(ports: () => readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>()
  let turn = 0
  const server = createServer({ pauseOnConnect: true }, (near) => {
    open.add(near)
    near.on('error', () => near.destroy())
    near.once('close', () => open.delete(near))
    const targets = ports()
    const first = turn++
    const attempt = (tried: number): void => {
      const port = targets[(first + tried) % Math.max(1, targets.length)]
      if (port === undefined || tried >= targets.length) return void near.resetAndDestroy()
      const far = dial(port, '127.0.0.1')
      far.once('error', () => attempt(tried + 1))
      far.once('connect', () => {
        far.removeAllListeners('error')
        for (const [from, to] of [
          [near, far],
          [far, near],
        ] as const) {
          from.on('error', () => to.destroy())
          from.once('close', () => to.destroy())
          from.pipe(to)
        }
      })
    }
    attempt(0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://localhost:${port}`,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
