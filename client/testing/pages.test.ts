import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'
import { keepPages, type Pages } from './pages.ts'

let asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const file = request.url === '/file.js'
  response.setHeader('Content-Type', file ? 'text/javascript' : 'text/html')
  response.setHeader('Cache-Control', file ? 'public, max-age=31536000, immutable' : 'no-cache')
  response.end(file ? 'window.ready = true' : '<h1>Here</h1><script src="/file.js"></script>')
})
let url = ''
let pages: Pages
let close = async (): Promise<void> => {}
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const browser = await launchBrowser()
  pages = keepPages(browser)
  close = () => browser.close()
})
afterAll(async () => {
  await close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const look = (page: Page) =>
  page.evaluate(async () => ({
    ready: 'ready' in window,
    cookie: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    bases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    online: navigator.onLine,
    size: [innerWidth, innerHeight],
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    still: matchMedia('(prefers-reduced-motion)').matches,
  }))
const fresh = { ready: true, cookie: '', local: 0, session: 0, bases: 0, caches: 0, online: true, dark: false }

it('knows nothing of the page before but the files', async () => {
  const kind = { timezoneId: 'Europe/Berlin', viewport: { width: 500, height: 400 } }
  const first = await pages.open({ ...kind, colorScheme: 'dark', reducedMotion: 'reduce' })
  await first.goto(url)
  expect(await look(first)).toEqual({ ...fresh, dark: true, still: true, size: [500, 400] })
  await first.evaluate(async () => {
    document.cookie = 'a=1;max-age=1000'
    localStorage.setItem('a', '1')
    sessionStorage.setItem('a', '1')
    await caches.open('a')
    await new Promise((resolve) => {
      indexedDB.open('a', 1).onsuccess = resolve
    })
  })
  await pages.leave()
  asked = []
  const second = await pages.open({ ...kind, viewport: { width: 600, height: 300 } })
  expect(second.context()).toBe(first.context())
  await second.goto(url)
  expect(await look(second)).toEqual({ ...fresh, still: false, size: [600, 300] })
  expect(asked).toEqual(['/'])
})

it('shares nothing while both are open, with another kind, or when it is alone', async () => {
  const first = await pages.open({ locale: 'de' })
  expect((await pages.open({ locale: 'de' })).context()).not.toBe(first.context())
  await pages.leave()
  expect((await pages.open({ locale: 'fr' })).context()).not.toBe(first.context())
  const alone = await pages.open({ locale: 'de', alone: true })
  expect(alone.context()).not.toBe(first.context())
  const allowed = await pages.open({ locale: 'de', permissions: ['geolocation'] })
  await pages.leave()
  expect((await pages.open({ locale: 'de', alone: true })).context()).not.toBe(alone.context())
  expect((await pages.open({ locale: 'de', permissions: ['geolocation'] })).context()).not.toBe(allowed.context())
  await pages.leave()
})
