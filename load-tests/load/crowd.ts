import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Summary } from '../crowd/figures.ts'
import type { Order, Told } from '../crowd/main.ts'
import type { Run } from './scenario.ts'

/** Starts a crowd in a separate process; `onEnd` gets its summary. */
export function startCrowd(order: Order, onEnd: (summary: Summary) => void): Run {
  const child = fork(join(import.meta.dirname, '../crowd/main.js'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const told: unknown[] = []
  const ended = new Promise<Summary>((resolve, reject) => {
    child.on('message', (message) => {
      const one = message as Told
      if ('watching' in one) return void told.push(one)
      onEnd(one.summary)
      resolve(one.summary)
    })
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`the crowd ended with ${code} and no summary`)))
  })
  ended.catch(() => undefined)
  child.send(order)
  return { told: () => told, ended, stop: () => void child.kill('SIGKILL') }
}
