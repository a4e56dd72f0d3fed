import type { Page } from 'playwright-core'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { type RunningPortal, startPortal } from '../../server/testing/harness.ts'
import { type Proxy, startProxy } from '../../server/testing/proxy.ts'
import { cookieFor } from '../../server/testing/sessions.ts'
import { heardOf } from '../../server/testing/simulated.ts'
import { makeWorld, type World } from '../../server/testing/world.ts'
import { type Simulator, startSimulator } from '../../telemetry/simulator/start.ts'
import type { PageOptions } from './pages.ts'
import { sharedPages, sharedPort } from './shared.ts'

export const desk = { viewport: { width: 1_440, height: 900 }, timezoneId: 'Europe/Berlin' } as const
export const phone = {
  viewport: { width: 390, height: 844 },
  timezoneId: 'Europe/Berlin',
  hasTouch: true,
  isMobile: true,
} as const

/** A portal with a world, its own gateway alive in a simulator, and a browser that reaches it through a proxy. */
export interface Operators {
  readonly db: TestDatabase
  readonly world: World
  readonly portal: RunningPortal
  readonly simulator: Simulator
  readonly proxy: Proxy
  /** Device `index` of the own gateway: even ones are bike boxes, odd ones parking lots. */
  device(index: number): { id: number; hardwareId: string; name: string }
  /** Opens a page as a signed-in person, at a path. Earlier pages end. */
  open(path: string, options?: PageOptions, login?: keyof World['users']): Promise<Page>
  /** Opens a page without signing in. */
  guest(path: string, options?: PageOptions): Promise<Page>
  close(): Promise<void>
}

export async function startOperators(devices = 8): Promise<Operators> {
  const db = await createTestDatabase()
  const world = await makeWorld(db.knex, { devices })
  const [portal, pages] = await Promise.all([startPortal({ databaseUrl: db.url }), sharedPages()])
  const { gateway } = world.own
  const alive = gateway.devices.slice(0, 8)
  const simulator = startSimulator({
    url: `http://127.0.0.1:${portal.port}`,
    gateways: [
      {
        hardwareId: gateway.hardwareId,
        name: gateway.hardwareId,
        site: 'Site own',
        token: gateway.token,
        orderKey: gateway.orderKey.toString('base64url'),
        via: 'link',
        devices: alive.map((item, index) => ({
          hardwareId: item.hardwareId,
          name: item.hardwareId,
          type: index % 2 ? 'PARKING_LOT' : 'BIKE_BOX',
          reportIntervalS: 600,
          open: false,
          autoClose: false,
          gateTimeS: 60,
          unusedGateTimeS: 180,
          use: null,
          replay: null,
          moveMs: 500,
        })),
      },
    ],
  })
  await simulator.connected()
  await heardOf(db.knex, alive)
  const proxy = await startProxy(() => portal.port, await sharedPort())
  const show = async (path: string, options: PageOptions, cookie: string | null): Promise<Page> => {
    await pages.leave()
    const page = await pages.open(options)
    const [name = '', value = ''] = cookie?.split('=') ?? []
    if (cookie !== null) await page.context().addCookies([{ name, value, domain: 'localhost', path: '/' }])
    await page.goto(`http://localhost:${proxy.port}${path}${path.includes('?') ? '&' : '?'}lang=en`)
    await page.locator('main h1').waitFor()
    return page
  }
  return {
    db,
    world,
    portal,
    simulator,
    proxy,
    device(index) {
      const { id, hardwareId } = gateway.devices[index] ?? { id: 0, hardwareId: '' }
      return { id, hardwareId, name: `${gateway.hardwareId} ${String(index + 1).padStart(3, '0')}` }
    },
    async open(path, options = desk, login = 'rm') {
      return show(path, options, await cookieFor(db.knex, world.users[login].id))
    },
    guest: (path, options = desk) => show(path, options, null),
    async close() {
      await pages.leave()
      await proxy.close()
      await simulator.stop()
      await portal.end()
      await db.close()
    },
  }
}

/** How much wider the page is than the window, px. A phone zooms out to show all of a wide page: its own width counts, not what it shows. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}
