import { createHash, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { Command } from '../../db/models/people.ts'

export interface AuditEntry {
  /** 'user:<id>' or 'guest'. */
  readonly actor: string
  readonly name: string
  /** What was asked, without passwords, tokens and cookies. */
  readonly input: Readonly<Record<string, unknown>>
  /** The code of the refusal, or null when it was done. */
  readonly refusal: string | null
  /** The user whom it is about, when known. */
  readonly userId: number | null
}

/** One row of the audit trail for a call that is no command of the bus (login, logout, setup). */
export async function audit(trx: Knex, entry: AuditEntry): Promise<void> {
  await Command.query(trx).insert({
    ...entry,
    id: randomUUID(),
    inputHash: createHash('sha256').update(entry.name).update('\0').update(JSON.stringify(entry.input)).digest(),
    outcome: entry.refusal === null ? 'done' : 'refused',
  })
}
