import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

export interface Proxy {
  readonly port: number
  /** Resets every connection. */
  reset(): void
  /** Drops all bytes in both directions without closing anything; `heal` ends this by resetting stalled connections. */
  blackHole(): void
  heal(): void
  close(): Promise<void>
}

/** A TCP proxy on loopback that misbehaves on command, at a free or the given port. Rejects if that is taken. */
export async function startProxy(target: () => number, at = 0): Promise<Proxy> {
  const pairs = new Set<{ near: Socket; far: Socket }>()
  let hole = false
  const server = createServer((near) => {
    const far = dial(target(), '127.0.0.1')
    const pair = { near, far }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => {
        if (!hole) to.write(chunk)
      })
      from.on('error', end)
      from.on('close', end)
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at, '127.0.0.1', resolve)
  })
  const reset = () => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy()
      far.resetAndDestroy()
    }
    pairs.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    reset,
    blackHole: () => {
      hole = true
    },
    heal: () => {
      hole = false
      reset()
    },
    close: async () => {
      reset()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
