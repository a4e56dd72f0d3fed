import { busyStates, cancel } from '../../contract/imports.ts'
import { Import } from '../../db/models/imports.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishImport } from './progress.ts'

/** Ends an import. One that is running sees it before its commit, and takes everything back. */
export default handle(cancel, async ({ input, actor, trx, now, refuse }) => {
  const { importId } = input
  const found = await Import.query(trx).findById(importId).modify('visibleTo', actor).forUpdate()
  if (!found) return refuse('not-found')
  if (found.state !== 'checked' && !busyStates.includes(found.state)) return refuse('import-not-ready')
  await found.$query(trx).patch({ state: 'canceled', content: null, finishedAt: now })
  await publishImport(trx, importId)
  return { importId }
})
