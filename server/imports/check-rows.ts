import { Import } from '../../db/models/imports.ts'
import { write } from '../../db/transaction.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import type { RowOutcome } from './apply-row.ts'
import { applyRows } from './apply-rows.ts'
import { Canceled } from './canceled.ts'
import { publishImport } from './progress.ts'
import { countsOf, type Outcomes, saveOutcomes } from './save-outcomes.ts'

/** Ends the rehearsal's transaction without an error of its own. */
class Rehearsed extends Error {}

/** Rehearses an import: everything is written by the same code, and taken back. Stores what happened to each row. */
export async function checkRows(context: Kernel, found: Import, signal: AbortSignal): Promise<void> {
  const outcomes = new Map<number, RowOutcome>()
  try {
    await applyRows(context, found, signal, {
      each: ({ number }, outcome) => void outcomes.set(number, outcome),
      async end() {
        throw new Rehearsed()
      },
    })
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
  }
  await saveRehearsal(context, found, outcomes)
}

/** Stores the outcomes of a rehearsal. `problem` = why an import of the same rows was taken back. */
export async function saveRehearsal(
  { deviceKnex }: Pick<Kernel, 'deviceKnex'>,
  { id, state }: Import,
  outcomes: Outcomes,
  problem: { code: string } | null = null,
): Promise<void> {
  await write(deviceKnex, async (trx) => {
    const patch = { state: 'checked' as const, problem, ...countsOf(outcomes) }
    const changed = await Import.query(trx).findById(id).where('state', state).patch(patch)
    if (changed === 0) throw new Canceled()
    await saveOutcomes(trx, id, outcomes, { rehearsed: true })
    await publishImport(trx, id)
  })
}
