import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { inject } from 'vitest'
import { connect } from '../connect.ts'
import { databaseAt, templateName } from './template.ts'

export type TestDatabase = { knex: Knex; url: string; close: () => Promise<void> }

/**
 * Creates a fresh, migrated database for a test file (or one test), with a pool like that of people's calls. `close`
 * ends the pool and drops the database, also while somebody else is connected.
 */
export async function createTestDatabase(options: { empty?: boolean; max?: number } = {}): Promise<TestDatabase> {
  const server = inject('testPostgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(
    server,
    `CREATE DATABASE ${name} TEMPLATE ${options.empty ? 'template0' : templateName} STRATEGY file_copy`,
  )
  const url = databaseAt(server, name)
  const knex = connect(url, { max: options.max ?? 10, name: 'test' })
  return {
    knex,
    url,
    close: async () => {
      await knex.destroy()
      await dropDatabase(server, name)
    },
  }
}

/**
 * Retried while the server's own autovacuum is busy in it, which belongs to the superuser and cannot be ended by us.
 */
async function dropDatabase(server: string, name: string): Promise<void> {
  for (;;) {
    try {
      return await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    } catch (error) {
      const busy = ['42501', '55006'].includes((error as NodeJS.ErrnoException).code ?? '')
      if (!busy) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

/**
 * TimescaleDB's workers visit every database now and then, including the template: PostgreSQL waits for them to leave,
 * here up to five times.
 */
async function onServer(url: string, sql: string): Promise<void> {
  const knex = connect(url, { max: 1, name: 'test-setup', queryTimeoutMs: 60_000 })
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        await knex.raw(sql)
        return
      } catch (error) {
        if ((error as { code?: string }).code !== '55006' || tries === 5) throw error
      }
    }
  } finally {
    await knex.destroy()
  }
}
