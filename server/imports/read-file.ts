import type { ImportEntity } from '../../contract/imports.ts'
import { Import } from '../../db/models/imports.ts'
import { write } from '../../db/transaction.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import { Canceled } from './canceled.ts'
import { importables } from './entities.ts'
import { matchHeads } from './heads.ts'
import type { Parse } from './parse/parse-in-thread.ts'
import { UnreadableFile } from './parse/table.ts'
import { publishImport } from './progress.ts'
import { storeRows } from './store-rows.ts'

/** Stores the rows of the file, or why it cannot be read. Returns whether its rows can be checked. */
export async function readFile(
  { deviceKnex }: Pick<Kernel, 'deviceKnex'>,
  parse: Parse,
  found: Import,
  signal: AbortSignal,
): Promise<boolean> {
  const importable = importables[found.entity as ImportEntity]
  const update = (patch: Partial<Import>, from: Import['state'] = 'reading') =>
    write(deviceKnex, async (trx) => {
      const changed = await Import.query(trx)
        .findById(found.id)
        .where('state', from)
        .patch(patch as object)
      if (changed === 0) throw new Canceled()
      await publishImport(trx, found.id)
    })
  if (!found.content) throw new Error(`import ${found.id} has no file`)
  let processed = 0
  try {
    await parse(
      found.content,
      {
        async heads(heads, total) {
          await update({ fields: matchHeads(importable, heads) as never, total, processed: 0 })
        },
        async rows(rows) {
          await storeRows(deviceKnex, found.id, rows)
          processed += rows.length
          await update({ processed })
        },
      },
      signal,
    )
    await update({ state: 'checking', content: null, processed: 0 })
    return true
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    await update({ state: 'failed', content: null, problem: { ...error.problem }, finishedAt: new Date() })
    return false
  }
}
