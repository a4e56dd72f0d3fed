import { Import } from '../../db/models/imports.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import type { RowOutcome } from './apply-row.ts'
import { applyRows, type StoredRow } from './apply-rows.ts'
import { Canceled } from './canceled.ts'
import { saveRehearsal } from './check-rows.ts'
import { publishImport } from './progress.ts'
import { countsOf, saveOutcomes } from './save-outcomes.ts'

/** The world has moved since the rehearsal. */
class Moved extends Error {}

/**
 * Imports the rows in one transaction, together with the state of the import: it is done once, or not at all. If one row
 * comes out differently from the rehearsal, nothing is imported, and the rows show the new state.
 */
export async function importRows(context: Kernel, found: Import, signal: AbortSignal): Promise<void> {
  const outcomes = new Map<number, RowOutcome>()
  let moved = false
  try {
    await applyRows(context, found, signal, {
      each(row, outcome) {
        outcomes.set(row.number, outcome)
        if (!asRehearsed(row, outcome)) moved = true
      },
      async end({ trx }) {
        if (moved) throw new Moved()
        await saveOutcomes(trx, found.id, outcomes, { rehearsed: false })
        const patch = { state: 'done' as const, problem: null, finishedAt: new Date(), ...countsOf(outcomes) }
        const changed = await Import.query(trx).findById(found.id).where('state', 'importing').patch(patch)
        if (changed === 0) throw new Canceled()
        await publishImport(trx, found.id)
      },
    })
  } catch (error) {
    if (!(error instanceof Moved)) throw error
    await saveRehearsal(context, found, outcomes, { code: 'import-world-moved' })
  }
}

/** Returns whether a row came out as in the rehearsal, from the same version. */
function asRehearsed(row: StoredRow, { kind, rowVersion, differences }: RowOutcome): boolean {
  return (
    kind === row.kind &&
    kind !== 'wrong' &&
    rowVersion === row.rowVersion &&
    inOrder(differences) === inOrder(row.differences ?? [])
  )
}

/** The database keeps the members of an object in another order. */
const inOrder = (differences: RowOutcome['differences']): string =>
  JSON.stringify(differences.map(({ field, before, after }) => [field, before, after]))
