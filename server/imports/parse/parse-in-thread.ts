import { Worker } from 'node:worker_threads'
import { maxCells } from './limits.ts'
import { type FileProblem, type TableRow, UnreadableFile } from './table.ts'

/** Takes the heads of a file, then its rows in batches; the file waits for each. */
export interface Taking {
  heads(heads: readonly string[], total: number): Promise<void>
  rows(rows: readonly TableRow[]): Promise<void>
}
/** Reads a file. Throws UnreadableFile. */
export type Parse = (bytes: Uint8Array, taking: Taking, signal?: AbortSignal) => Promise<void>

export type FromParser =
  | { readonly heads: readonly string[]; readonly total: number }
  | { readonly rows: readonly TableRow[] }
  | { readonly problem: FileProblem }
  | { readonly done: true }

/** Maximum memory of a parser, MiB: a file that needs more is refused, and the portal goes on. */
const maxMemoryMb = 1_024

/**
 * Reads files in a thread of their own: a million cells do not block the calls of people. The thread sends a batch when
 * the one before is stored, so that no large message arrives at once.
 */
export const parseInThread: Parse = (bytes, taking, signal) =>
  new Promise((resolve, reject) => {
    const copy = Uint8Array.from(bytes)
    const worker = new Worker(new URL('./parse-thread.js', import.meta.url), {
      name: 'import',
      workerData: copy,
      transferList: [copy.buffer],
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    })
    const end = (error?: Error) => {
      signal?.removeEventListener('abort', abort)
      void worker.terminate()
      if (error) reject(error)
      else resolve()
    }
    const abort = () => end(new Error('the import was interrupted'))
    signal?.addEventListener('abort', abort, { once: true })
    worker.on('error', (error: NodeJS.ErrnoException) =>
      end(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new UnreadableFile('import-too-many-cells', { maximum: maxCells })
          : error,
      ),
    )
    worker.on('exit', () => end(new Error('the parser ended early')))
    worker.on('message', (said: FromParser) => {
      if ('problem' in said) return end(new UnreadableFile(said.problem.code, said.problem.params))
      if ('done' in said) return end()
      const taken = 'heads' in said ? taking.heads(said.heads, said.total) : taking.rows(said.rows)
      taken.then(
        () => worker.postMessage('next'),
        (error: Error) => end(error),
      )
    })
  })
