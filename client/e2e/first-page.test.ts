import { statSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ShellTest, startShell } from '../testing/shell.ts'

const maxRequests = 40
const maxBytes = 240_000

let on: ShellTest
beforeAll(async () => {
  on = await startShell()
})
afterEach(() => on.leave())
afterAll(() => on.close())

/** Bytes of each response over the network, in an empty browser. */
async function loadsOf(path: string): Promise<Map<string, number>> {
  const loads = new Map<string, number>()
  const page = await on.visit(path, {
    before: async (each) => {
      const session = await each.context().newCDPSession(each)
      const urls = new Map<string, string>()
      await session.send('Network.enable')
      session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
        loads.set(`${requestId} ${urls.get(requestId)}`, encodedDataLength),
      )
    },
  })
  await page.waitForLoadState('networkidle')
  return loads
}

/** The colour in the middle of the bar at the top. */
const barColour = (page: Page) =>
  page.evaluate(() => {
    const at = document.elementFromPoint(window.innerWidth / 2, 20)
    for (let each = at; each !== null; each = each.parentElement) {
      const { backgroundColor } = getComputedStyle(each)
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor
    }
    return null
  })

describe('the first page of a visitor', () => {
  it.each(['/', '/location/sites'])('takes few requests: %s', async (path) => {
    const loads = await loadsOf(path)
    expect(loads.size, [...loads.keys()].join('\n')).toBeLessThanOrEqual(maxRequests)
  })

  it('is small', async () => {
    const loads = await loadsOf('/')
    const bytes = [...loads.values()].reduce((sum, each) => sum + each, 0)
    const list = [...loads].map(([url, size]) => `${size} ${url}`).join('\n')
    expect(bytes, list).toBeGreaterThan(statSync('dist/client/index.html').size)
    expect(bytes, list).toBeLessThanOrEqual(maxBytes)
  })

  it.each(['light', 'dark'] as const)(
    'shows its frame before the program runs, and the same one afterwards: %s',
    async (colorScheme) => {
      let letProgram = (): void => undefined
      const held = new Promise<void>((resolve) => {
        letProgram = resolve
      })
      const context = { alone: true, colorScheme, locale: 'en-GB' } as const
      const page = await on.open(context)
      await page.route(/assets\/index-/, async (route) => {
        await held
        await route.continue()
      })
      await page.goto(on.portal.url, { waitUntil: 'commit' })
      await page.locator('.fp-body').waitFor()
      await expect.poll(() => page.evaluate(() => performance.getEntriesByType('paint').length)).toBeGreaterThan(0)
      const before = { bar: await page.locator('.fp-bar').boundingBox(), colour: await barColour(page) }
      expect(before.colour).not.toBe('rgb(255, 255, 255)')
      letProgram()
      await page.getByRole('heading', { level: 1 }).waitFor()
      const after = { bar: await page.getByRole('banner').boundingBox(), colour: await barColour(page) }
      expect(after).toEqual(before)
      expect(await page.locator('.fp').count()).toBe(0)
    },
  )
})
