import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { type RunningPortal, startPortal } from '../../server/testing/harness.ts'
import { cookieFor } from '../../server/testing/sessions.ts'
import { makeWorld, type World } from '../../server/testing/world.ts'
import type { PageOptions } from './pages.ts'
import { sharedPages, sharedPort } from './shared.ts'

/** A portal with a world and a browser, for tests of the frame around the screens. */
export interface ShellTest {
  readonly db: TestDatabase
  readonly world: World
  readonly portal: RunningPortal
  /** Opens an English page at a path or address in its own browser context; `as` signs in without the form. Waits for the first heading. */
  visit(path: string, options?: Visit): Promise<Page>
  /** An empty page with these options, in its own browser context. */
  open(options?: PageOptions): Promise<Page>
  /** Ends what `visit` and `open` opened. */
  leave(): Promise<void>
  /** Kills the server, runs something meanwhile, and restarts it at the same address. */
  restart(meanwhile: () => Promise<unknown>): Promise<void>
  close(): Promise<void>
}
type Visit = PageOptions & {
  as?: keyof World['users']
  /** Before the first request. */
  before?: (page: Page) => Promise<unknown>
}

/** `devices` = number per site; `env` = settings of the portal besides the usual ones. */
export async function startShell(options: { devices?: number; env?: Record<string, string> } = {}): Promise<ShellTest> {
  const db = await createTestDatabase()
  const world = await makeWorld(db.knex, options)
  const settings = options.env ? { env: options.env } : {}
  const port = await sharedPort()
  const [first, pages] = await Promise.all([startPortal({ databaseUrl: db.url, port, ...settings }), sharedPages()])
  let portal = first
  return {
    db,
    world,
    get portal() {
      return portal
    },
    async visit(path, { as, before, ...options } = {}) {
      const url = new URL(path, as === 'admin' ? portal.adminUrl : portal.url)
      const usual = { locale: 'en-GB', timezoneId: 'Europe/Berlin', viewport: { width: 1_440, height: 900 } }
      const page = await pages.open({ alone: before !== undefined, ...usual, ...options })
      if (as) {
        const app = as === 'admin' ? 'admin' : 'portal'
        const [name = '', value = ''] = (await cookieFor(db.knex, world.users[as].id, app)).split('=')
        await page.context().addCookies([{ name, value, url: url.origin, httpOnly: true, sameSite: 'Lax' }])
      }
      await before?.(page)
      await page.goto(url.href)
      await page.getByRole('heading', { level: 1 }).waitFor()
      return page
    },
    open: (options) => pages.open({ alone: true, ...options }),
    leave: pages.leave,
    async restart(meanwhile) {
      await portal.end('SIGKILL')
      await meanwhile()
      portal = await startPortal({ databaseUrl: db.url, port: portal.port, ...settings })
    },
    async close() {
      await pages.leave()
      await portal.end()
      await db.close()
    },
  }
}

/** Fills in the login form as a person does and sends it; the words are those of an English page. */
export async function logIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('E-mail or username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Waits for the heading of a screen, then checks where in the portal the page stands. */
export async function arrives(page: Page, heading: string, path: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await expect.poll(() => page.url().replace(/^https?:\/\/[^/]+/, '')).toBe(path)
}

/** Stops the page's clock a little ahead: from now on its time moves only by `page.clock.runFor`. Needs `page.clock.install()` before. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2_000))
}

/** What the server does when a session ends somewhere else: it is revoked, and the open sockets are told. */
export async function revokeSessions(db: TestDatabase, userId: number): Promise<void> {
  await db.knex('sessions').where({ user_id: userId }).update({ revoked_at: new Date() })
  await db.knex.raw(`select pg_notify('rights', ?)`, [JSON.stringify({ users: [userId] })])
}
