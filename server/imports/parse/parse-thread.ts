import { parentPort, workerData } from 'node:worker_threads'
import { parseFile } from './parse-file.ts'
import type { FromParser } from './parse-in-thread.ts'
import { UnreadableFile } from './table.ts'

/** Cells of a batch, as far as rows allow. */
const batchCells = 20_000

/** The thread that reads one file (parse-in-thread.ts). */
const port = parentPort
if (!port) throw new Error('this module must run as a worker thread')
const tell = (message: FromParser): void => port.postMessage(message)
const next = () => new Promise<void>((resolve) => port.once('message', () => resolve()))

try {
  const { heads, rows } = await parseFile(Buffer.from(workerData as Uint8Array))
  tell({ heads, total: rows.length })
  await next()
  const size = Math.max(1, Math.floor(batchCells / heads.length))
  for (let first = 0; first < rows.length; first += size) {
    tell({ rows: rows.slice(first, first + size) })
    await next()
  }
  tell({ done: true })
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error
  tell({ problem: error.problem })
}
