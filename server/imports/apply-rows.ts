import type { Knex } from 'knex'
import type { ImportEntity } from '../../contract/imports.ts'
import { setCause } from '../../db/history.ts'
import { Import } from '../../db/models/imports.ts'
import { many, one } from '../../db/sql.ts'
import { pipelinedTransaction, write } from '../../db/transaction.ts'
import { loadActorOfJob } from '../kernel/bus/actor.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import { type Applying, applyRow, type RowOutcome } from './apply-row.ts'
import { Canceled } from './canceled.ts'
import { importables } from './entities.ts'
import type { Cell } from './parse/table.ts'
import { publishImport } from './progress.ts'
import { createReferences } from './references.ts'

/** A row as it is stored, with what the rehearsal found. */
export interface StoredRow {
  readonly number: number
  readonly cells: readonly Cell[]
  readonly kind: string | null
  readonly rowVersion: number | null
  readonly differences: RowOutcome['differences'] | null
}

/** Rows read at a time. */
const batch = 200
/** Interval at which screens see the progress, ms. */
const progressMs = 500
/** First key of the advisory lock that one import holds: a job that was taken for dead may still run. */
const lock = 727_091

interface Applied {
  readonly trx: Knex.Transaction
  readonly actor: Applying['actor']
}

/**
 * Applies all rows of an import in one transaction, and passes each outcome on. `end` decides whether it is kept: it
 * throws to take everything back. The progress is written beside it, so that screens see it.
 */
export async function applyRows(
  context: Kernel,
  found: Import,
  signal: AbortSignal,
  { each, end }: { each(row: StoredRow, outcome: RowOutcome): void; end(applied: Applied): Promise<void> },
): Promise<void> {
  const { deviceKnex } = context
  await pipelinedTransaction(deviceKnex, async (trx) => {
    const { mine } = await one<{ mine: boolean }>(trx, 'select pg_try_advisory_xact_lock(?, ?) as mine', [
      lock,
      found.id,
    ])
    if (!mine) throw new Error(`import ${found.id} is running elsewhere`)
    const loaded = found.userId === null ? null : await loadActorOfJob(trx, found.userId, found.app)
    if (!loaded) throw new Canceled()
    const { actor, now } = loaded
    await setCause(trx, { cause: `import ${found.id}`, userId: actor.userId })
    const applying: Applying = {
      context,
      trx,
      actor,
      now,
      importable: importables[found.entity as ImportEntity],
      references: createReferences({ trx, actor }),
      fields: found.fields as unknown as string[],
      seen: new Map(),
    }
    let processed = 0
    let shown = Date.now()
    for await (const row of rowsOf(deviceKnex, found.id)) {
      if (signal.aborted) throw new Error('the import was interrupted')
      each(row, await applyRow(applying, row))
      processed += 1
      if (Date.now() - shown < progressMs) continue
      shown = Date.now()
      await showProgress(deviceKnex, found, processed)
    }
    await end({ trx, actor })
  })
}

/** Yields the rows of an import in the order of the file. */
async function* rowsOf(knex: Knex, importId: number): AsyncGenerator<StoredRow> {
  for (let after = 0; ; ) {
    const rows = await many<StoredRow>(
      knex,
      `SELECT number, cells, kind, row_version AS "rowVersion", differences FROM import_rows
       WHERE import_id = ? AND number > ? ORDER BY number LIMIT ${batch}`,
      [importId, after],
    )
    yield* rows
    if (rows.length < batch) return
    after = rows.at(-1)?.number ?? after
  }
}

async function showProgress(knex: Knex, found: Import, processed: number): Promise<void> {
  await write(knex, async (trx) => {
    const changed = await Import.query(trx).findById(found.id).where('state', found.state).patch({ processed })
    if (changed === 0) throw new Canceled()
    await publishImport(trx, found.id)
  })
}
