import { afterAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing/database.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { startApp, type TestApp } from './app.ts'

export interface AppInWorld {
  readonly db: TestDatabase
  readonly world: World
  readonly app: TestApp
  close(): Promise<void>
}

/** Starts the HTTP app on a database of its own with a world in it. */
export async function startAppInWorld(change?: Parameters<typeof startApp>[1]): Promise<AppInWorld> {
  const db = await createTestDatabase()
  const world = await makeWorld(db.knex)
  const app = await startApp(db.knex, change)
  return {
    db,
    world,
    app,
    async close() {
      await app.close()
      await db.close()
    },
  }
}

/** The same for all tests of a file, closed after the last one. Awaited at the top of the file. */
export async function useApp(change?: Parameters<typeof startApp>[1]): Promise<AppInWorld> {
  const started = await startAppInWorld(change)
  afterAll(started.close)
  return started
}
