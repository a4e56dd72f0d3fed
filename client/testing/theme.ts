import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestDatabase } from '../../db/testing/database.ts'
import type { World } from '../../server/testing/world.ts'
import { themes } from '../theme/themes.ts'
import { palette } from '../theme/tokens.ts'

/** Gives the own tenant another theme; the page of somebody of its people is loaded again and wears it then. */
export async function wearTheme(
  { db, world }: { db: TestDatabase; world: World },
  page: Page,
  theme: keyof typeof themes,
): Promise<void> {
  await db.knex('tenants').where({ id: world.tenants.own }).update({ theme })
  await page.reload()
  const brand = (scheme: 'light' | 'dark') => palette(themes[theme], scheme).tones.brand.solid
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--hf-brand-solid')))
    .toBeOneOf([brand('light'), brand('dark')])
}
