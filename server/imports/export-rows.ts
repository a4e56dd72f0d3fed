import type { Language } from '../../contract/session.ts'
import { type Applying, editedValues, replyOf } from './apply-row.ts'
import { cellOf } from './cells.ts'
import type { Importable } from './entity.ts'
import { fieldsOf, headOf } from './heads.ts'
import { createReferences } from './references.ts'

/** The heads of an entity's file. */
export const headsIn = (importable: Importable, language: Language): string[] =>
  fieldsOf(importable).map((field) => headOf(importable.entity, field, language))

/** Yields the caller's rows of an entity as an import reads them: its id, then its columns. */
export async function* exportRows(
  call: Pick<Applying, 'context' | 'trx' | 'actor' | 'now' | 'importable'>,
): AsyncGenerator<(string | null)[]> {
  const { trx, actor, importable } = call
  const references = createReferences({ trx, actor })
  for (const id of await importable.ids({ trx, actor })) {
    const reply = await replyOf(call, id)
    if (!reply) continue
    const values = editedValues(importable, reply)
    const cells: (string | null)[] = [String(id)]
    for (const column of importable.columns) cells.push(await cellOf(column, references, values[column.field]))
    yield cells
  }
}
