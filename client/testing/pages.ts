import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** `alone`: in a context that ends with the page, because the test does to it what others would feel (stops its clock, cuts its network). */
export type PageOptions = BrowserContextOptions & { alone?: boolean }

/** Pages of one browser, each as if it were the first: without cookies and without anything that an earlier page had stored. */
export interface Pages {
  /** An empty page. */
  open(options: PageOptions): Promise<Page>
  /** Closes every page that is open. */
  leave(): Promise<void>
}

/** A file of the portal that shows and runs nothing. */
const still = '/favicon.svg'

/**
 * Keeps the context of a page for the next one of the same kind, and its process with one page that stands still. What changes for the
 * next one is only that the browser has the portal's files already, as for anybody who comes again: fetching and compiling them is half
 * of what showing a page costs.
 */
export function keepPages(browser: Browser): Pages {
  const free = new Map<string, BrowserContext[]>()
  let used: { context: BrowserContext; kind: string | null }[] = []
  return {
    async open({ alone, viewport, colorScheme = 'light', reducedMotion = 'no-preference', ...others }) {
      const kind = alone || others.permissions ? null : JSON.stringify(others)
      const kept = kind === null ? undefined : free.get(kind)?.pop()
      const context = kept ?? (await browser.newContext(others))
      used.push({ context, kind })
      const page = await context.newPage()
      if (kept) await forget(page)
      await page.emulateMedia({ colorScheme, reducedMotion })
      if (viewport) await page.setViewportSize(viewport)
      return page
    },
    async leave() {
      const left = used
      used = []
      await Promise.all(
        left.map(async ({ context, kind }) => {
          if (kind === null) return context.close()
          const [first, ...others] = context.pages()
          await Promise.all([first && rest(first), ...others.map((page) => page.close())])
          free.set(kind, [...(free.get(kind) ?? []), context])
        }),
      )
    },
  }
}

/** Ends what runs in a page, but not its process. Where the portal is gone or asks before it is left, the page is closed. */
async function rest(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) return page.close()
  const { href } = new URL(still, page.url())
  await page.goto(href, { waitUntil: 'commit', timeout: 2_000 }).catch(() => page.close())
}

/** All that a site may store in a browser, except its files. */
const stored = 'cookies,local_storage,indexeddb,cache_storage,service_workers,shader_cache,websql'

async function forget(page: Page): Promise<void> {
  const context = page.context()
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: stored })
  await session.detach()
}
