import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'
import { keepPages, type Pages } from './pages.ts'

const files: Record<string, [type: string, body: string]> = {
  '/': ['text/html', '<h1>Here</h1><script src="/file.js"></script>'],
  '/file.js': ['text/javascript', 'window.ready = true'],
  '/favicon.svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
}
let asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const [type, body] = files[request.url ?? ''] ?? ['text/html', '']
  response.setHeader('Content-Type', type)
  response.setHeader('Cache-Control', type === 'text/javascript' ? 'public, max-age=31536000, immutable' : 'no-cache')
  response.end(body)
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
}, 60_000)
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
    file: await (await navigator.storage.getDirectory()).getFileHandle('a').then(
      () => true,
      () => false,
    ),
    size: [innerWidth, innerHeight],
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
  }))
const fresh = {
  ready: true,
  cookie: '',
  local: 0,
  session: 0,
  bases: 0,
  caches: 0,
  file: false,
  size: [500, 400],
  dark: true,
}

it('shares only files with the page before', async () => {
  const kind = { viewport: { width: 500, height: 400 }, colorScheme: 'dark' } as const
  const first = await pages.open(kind)
  await first.goto(url)
  expect(await look(first)).toEqual(fresh)
  await first.evaluate(async () => {
    document.cookie = 'a=1;max-age=1000'
    localStorage.setItem('a', '1')
    sessionStorage.setItem('a', '1')
    await caches.open('a')
    await (await navigator.storage.getDirectory()).getFileHandle('a', { create: true })
    await new Promise((resolve) => {
      indexedDB.open('a', 1).onsuccess = resolve
    })
  })
  await pages.leave()
  // Nothing of it runs any more.
  expect(new URL(first.url()).pathname).toBe('/favicon.svg')
  asked = []
  const second = await pages.open(kind)
  expect(second.context()).toBe(first.context())
  await second.goto(url)
  expect(await look(second)).toEqual(fresh)
  expect(asked).toContain('/')
  expect(asked).not.toContain('/file.js')
})

it('reuses a kept context for another size and other colours, and shows the page in these', async () => {
  const first = await pages.open({ viewport: { width: 600, height: 500 }, colorScheme: 'dark', locale: 'it' })
  await first.goto(url)
  expect(await look(first)).toMatchObject({ size: [600, 500], dark: true })
  await pages.leave()
  const second = await pages.open({ viewport: { width: 320, height: 640 }, locale: 'it' })
  expect(second.context()).toBe(first.context())
  await second.goto(url)
  expect(await look(second)).toMatchObject({ size: [320, 640], dark: false })
  await pages.leave()
})

it('shares nothing while both are open, with other options, or when it is alone', async () => {
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
