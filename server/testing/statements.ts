import type { Knex } from 'knex'
import { statementBegan } from '../../db/connect.ts'

/** Returns the number of statements that a pool sent during the work, however they were sent. */
export async function statementsOf(knex: Knex, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const began = (): void => void (count += 1)
  knex.on(statementBegan, began)
  try {
    await work()
  } finally {
    knex.off(statementBegan, began)
  }
  return count
}
