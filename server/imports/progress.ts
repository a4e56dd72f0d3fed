import type { Knex } from 'knex'
import { change } from '../../contract/changes.ts'
import type { ImportRow, ImportView } from '../../contract/imports.ts'
import { rooms } from '../../contract/rooms.ts'
import { Import } from '../../db/models/imports.ts'
import { publish } from '../../db/outbox.ts'

/** An import as lists and pages show it. */
export const importRow = (found: Import): ImportRow => ({
  id: found.id,
  entity: found.entity as ImportView['entity'],
  fileName: found.fileName,
  state: found.state,
  by: found.user?.shownName ?? null,
  createdAt: found.createdAt.toISOString(),
  finishedAt: found.finishedAt?.toISOString() ?? null,
  total: found.total,
  processed: found.processed,
  counts: { new: found.newRows, changed: found.changedRows, same: found.sameRows, wrong: found.wrongRows },
  problem: problemOf(found.problem as Problem | null),
})

/** Returns an import for the screens of its person and of admins. */
export function importChange(found: Import) {
  const { id, ...view } = importRow(found)
  const to = found.userId === null ? [] : [rooms.user(found.userId)]
  return change('import', { id, version: found.version, view, rooms: [...to, rooms.all()] })
}

/** Publishes an import as it is now. */
export async function publishImport(trx: Knex.Transaction, importId: number): Promise<void> {
  const found = await Import.query(trx).findById(importId).withGraphFetched('user')
  if (found) await publish(trx, [importChange(found)])
}

interface Problem {
  readonly code: string
  readonly params?: NonNullable<ImportView['problem']>['params']
}

/** Nothing that is called a code may be pushed: it could be one that opens doors. */
function problemOf(found: Problem | null): ImportView['problem'] {
  return found && { refusal: found.code, params: found.params }
}
