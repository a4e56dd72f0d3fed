import { parentPort, workerData } from 'node:worker_threads'
import pino from 'pino'
import { strict } from '../../contract/strict.ts'
import { connect } from '../../db/connect.ts'
import { createStorer } from './ingest-storer.ts'
import type { FromThread, ThreadData, ToThread } from './ingest-threads.ts'

/** A thread of ingest: a storer with its own connections. */
const thread = workerData as ThreadData
const { databaseUrl, logLevel } = thread
strict.on = thread.strict
const port = parentPort
if (!port) throw new Error('this module must run as a worker thread')
const tell = (message: FromThread): void => port.postMessage(message)
const log = pino({ level: logLevel, base: null }, { write: (line) => tell({ log: line }) })
const knex = connect(databaseUrl, { max: 4, name: 'holdfast telemetry', onePlan: true })
let share = 1
let seconds: number[] = []
const notifyMs = 1_000
const storer = createStorer({
  knex,
  log,
  share: () => share,
  metrics: { ingestQueue: { set() {} }, ingestSeconds: { observe: (took) => void seconds.push(took) } },
})

/** Reports the queue while there are no replies. */
const telling = setInterval(() => {
  if (storer.stats().queued > 0) tell({ stats: storer.stats() })
}, notifyMs)
const stop = async (): Promise<void> => {
  clearInterval(telling)
  await storer.stop()
  await knex.destroy()
  port.close()
}
port.on('message', (said: ToThread) => {
  if ('stop' in said) return void stop()
  const { job, gateway, body } = said
  share = said.share
  void storer.store(gateway, body).then((answer) => {
    tell({ job, answer, stats: storer.stats(), seconds })
    seconds = []
  })
})
