import type { Import } from '../../db/models/imports.ts'
import { Import as Imports } from '../../db/models/imports.ts'
import type { Attempt, TaskHandlers } from '../jobs/tasks.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import { Canceled } from './canceled.ts'
import { checkRows } from './check-rows.ts'
import { importRows } from './import-rows.ts'
import type { Parse } from './parse/parse-in-thread.ts'
import { readFile } from './read-file.ts'

interface Work {
  readonly context: Kernel
  readonly parse: Parse
}

/**
 * The job of an import: reads the file, rehearses, or imports, by its state. Each step can be killed at any moment and is
 * then done again as a whole: rows are stored once, and a rehearsal or import is one transaction.
 */
export function importWork({ context, parse }: Work): TaskHandlers {
  return {
    async 'imports.work'({ id }, attempt: Attempt) {
      for (;;) {
        const found = await Imports.query(context.deviceKnex).findById(id)
        if (!found || !(await step({ context, parse }, found, attempt))) return
      }
    },
  }
}

/** Does the step of the present state. Returns whether another one follows. */
async function step({ context, parse }: Work, found: Import, { signal }: Attempt): Promise<boolean> {
  try {
    if (found.state === 'reading') return await readFile(context, parse, found, signal)
    if (found.state === 'checking') await checkRows(context, found, signal)
    if (found.state === 'importing') await importRows(context, found, signal)
    return false
  } catch (error) {
    if (error instanceof Canceled) return false
    throw error
  }
}
