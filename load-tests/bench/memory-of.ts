import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** Memory of a process, and its live part. */
export interface Memory {
  readonly resident: number
  readonly live: number
}

/**
 * Memory of a Node process after a full garbage collection: otherwise the figure is chance, from less than nothing to
 * double. The process must have --inspect-port; SIGUSR1 opens its inspector.
 */
export async function memoryOf(pid: number, inspectPort: number): Promise<Memory> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await inspectorOf(inspectPort))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  try {
    let calls = 0
    const call = (method: string, params: object = {}) =>
      new Promise<{ result?: { value?: unknown } }>((resolve, reject) => {
        const id = (calls += 1)
        const hear = (data: Buffer): void => {
          const answer = JSON.parse(data.toString()) as { id?: number; result?: object; error?: { message: string } }
          if (answer.id !== id) return
          socket.off('message', hear)
          if (answer.error) reject(new Error(answer.error.message))
          else resolve(answer.result ?? {})
        }
        socket.on('message', hear)
        socket.send(JSON.stringify({ id, method, params }))
      })
    for (let time = 0; time < 3; time += 1) await call('HeapProfiler.collectGarbage')
    const expression = 'JSON.stringify(process.memoryUsage())'
    const { result } = await call('Runtime.evaluate', { expression })
    const { rss, heapUsed, external } = JSON.parse(String(result?.value)) as NodeJS.MemoryUsage
    return { resident: rss, live: heapUsed + external }
  } finally {
    socket.close()
  }
}

/** The inspector listens a moment after the signal. */
async function inspectorOf(port: number): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
        webSocketDebuggerUrl: string
      }[]
      if (target) return target.webSocketDebuggerUrl
      throw new Error('the inspector has no target')
    } catch (error) {
      if (tries === 100) throw error
      await wait(50)
    }
  }
}
