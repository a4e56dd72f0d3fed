import { createServer } from 'node:net'
import type { Browser } from 'playwright-core'
import { freePort } from '../../server/testing/harness.ts'
import { launchBrowser } from './browser.ts'
import { keepPages, type Pages } from './pages.ts'

/**
 * What the test files of one worker share, one after another: a browser with its kept pages, and the port of their portal.
 * At the same address the browser has the files of the portal already. It ends with the worker.
 */
let shared: { browser: Browser; pages: Pages } | undefined
let port = 0

/** Pages of this worker's browser, which is restarted after a crash. */
export async function sharedPages(): Promise<Pages> {
  if (!shared?.browser.isConnected()) {
    const browser = await launchBrowser()
    shared = { browser, pages: keepPages(browser) }
  }
  return shared.pages
}

/** The port of the file before, or another one if somebody else has it by now. */
export async function sharedPort(): Promise<number> {
  if (port === 0 || !(await isFree(port))) port = await freePort()
  return port
}

function isFree(wanted: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(wanted, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
