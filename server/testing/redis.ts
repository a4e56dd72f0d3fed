import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { freePort } from './harness.ts'
import { need } from './programs.ts'

export interface TestRedis {
  readonly url: string
  /** Kills it with all its data. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** A separate Redis without persistence; on the same port after a restart. */
export async function startRedis(): Promise<TestRedis> {
  const program = need('redis-server')
  const port = await freePort()
  let child: ChildProcess | null = null
  const start = async (): Promise<void> => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    child = spawn(program, options, { stdio: 'ignore' })
    while (!(await answers(port))) if (child.exitCode !== null) throw new Error('Redis has ended')
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    async kill() {
      const gone = child
      child = null
      if (!gone || gone.exitCode !== null) return
      const ended = new Promise<void>((resolve) => gone.once('exit', () => resolve()))
      gone.kill('SIGKILL')
      await ended
    },
  }
}

/** Sends PING until PONG; waits a moment while the server is not listening. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    const end = (yes: boolean) => {
      socket.destroy()
      if (yes) resolve(true)
      else setTimeout(() => resolve(false), 25)
    }
    socket.once('data', (bytes) => end(bytes.toString().startsWith('+PONG')))
    socket.once('error', () => end(false))
  })
}
