import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { emit } from '../../db/outbox.ts'
import type { TestDatabase } from '../../db/testing/database.ts'
import { meChange } from '../../server/session/me.ts'
import type { World } from '../../server/testing/world.ts'
import { themes } from '../theme/themes.ts'

/** Gives the own tenant another theme and tells it to somebody who is signed in; waits until his page wears it. */
export async function wearTheme(
  { db, world }: { db: TestDatabase; world: World },
  page: Page,
  theme: keyof typeof themes,
  login: keyof World['users'] = 'rm',
): Promise<void> {
  await db.knex('tenants').where({ id: world.tenants.own }).update({ theme })
  await db.knex.transaction(async (trx) => emit(trx, { changes: [await meChange(trx, world.users[login].id)] }))
  await expect.poll(() => page.title()).toContain(themes[theme].product)
}
