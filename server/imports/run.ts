import { run } from '../../contract/imports.ts'
import { Import } from '../../db/models/imports.ts'
import { addJob } from '../jobs/add-job.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishImport } from './progress.ts'

/** Imports a checked file in the background. */
export default handle(run, async ({ input, actor, trx, refuse }) => {
  const { importId } = input
  const found = await Import.query(trx).findById(importId).modify('visibleTo', actor).forUpdate()
  if (!found) return refuse('not-found')
  // Its rows were checked with the rights of the person who uploaded the file.
  if (found.userId !== actor.userId) return refuse('not-authorized')
  if (found.state !== 'checked') return refuse('import-not-ready')
  if (found.wrongRows > 0) return refuse('import-has-errors')
  await found.$query(trx).patch({ state: 'importing', processed: 0, problem: null })
  await publishImport(trx, importId)
  await addJob(trx, 'imports.work', { id: importId })
  return { importId }
})
