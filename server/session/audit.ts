import { createHash, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { Command } from '../../db/models/people.ts'

export interface AuditEntry {
  /** 'user:<id>' or 'guest'. */
  readonly actor: string
  readonly name: string
  /** The input, without passwords, tokens and cookies. */
  readonly input: Readonly<Record<string, unknown>>
  /** Code of the refusal, or null. */
  readonly refusal: string | null
  /** The user concerned, if known. */
  readonly userId: number | null
}

/** Adds a row to the audit trail for a call that is no command of the bus (login, logout, setup). */
export async function audit(trx: Knex, entry: AuditEntry): Promise<void> {
  await Command.query(trx).insert({
    ...entry,
    id: randomUUID(),
    inputHash: createHash('sha256').update(entry.name).update('\0').update(JSON.stringify(entry.input)).digest(),
    outcome: entry.refusal === null ? 'done' : 'refused',
  })
}
