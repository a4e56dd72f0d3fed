import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { TestRunner } from 'vitest'

/**
 * `alone`: in a context that ends with the page, because the test changes what others would notice (stops its clock, cuts its network).
 * Permissions count, too.
 */
export type PageOptions = BrowserContextOptions & { alone?: boolean }

/** Pages of one browser, each as if it were the first: without cookies and without anything that an earlier page had stored. */
export interface Pages {
  /** An empty page. */
  open(options: PageOptions): Promise<Page>
  /** Ends what runs in every open page. None of them may be used afterwards. A failed test's error includes what they show. */
  leave(): Promise<void>
}

/** How long the driver waits for what a test expects: as long as the suite does, ms. */
const patienceMs = 60_000
/** A file of the portal that shows and runs nothing. */
const still = '/favicon.svg'
/** The driver's default size. */
const usualSize = { width: 1_280, height: 720 }

/**
 * Keeps the context of a page for the next one with the same options (size and colours may differ: they belong to the page), and its process
 * with one idle page. The next page differs only in that the browser has the portal's files already, as for any returning
 * visitor: fetching and compiling them is half of the cost of showing a page.
 */
export function keepPages(browser: Browser): Pages {
  const free = new Map<string, BrowserContext[]>()
  let used: { context: BrowserContext; kind: string | null }[] = []
  return {
    async open({ alone, ...options }) {
      const { viewport, colorScheme, reducedMotion, ...ofContext } = options
      const kind = alone || options.permissions ? null : JSON.stringify(ofContext)
      const kept = kind === null ? undefined : free.get(kind)?.pop()
      const context = kept ?? (await browser.newContext(options))
      context.setDefaultTimeout(patienceMs)
      used.push({ context, kind })
      const page = await context.newPage()
      if (kept) {
        await forget(page)
        await page.setViewportSize(viewport ?? usualSize)
        await page.emulateMedia({
          colorScheme: colorScheme ?? 'light',
          reducedMotion: reducedMotion ?? 'no-preference',
        })
      }
      return page
    },
    async leave() {
      const left = used
      used = []
      await addShownToError(left.flatMap(({ context }) => context.pages()))
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

/** Adds what the pages show to the error of a failed test: the awaited condition alone seldom explains it. */
async function addShownToError(pages: readonly Page[]): Promise<void> {
  const [error] = TestRunner.getCurrentTest()?.result?.errors ?? []
  if (error === undefined) return
  const shown = await Promise.all(pages.filter((page) => !page.url().endsWith(still)).map(whatItShows))
  error.message = [error.message, ...shown].join('\n\n')
}

const whatItShows = async (page: Page): Promise<string> =>
  `${page.url()} shows:\n${await page.evaluate(() => document.body.innerText).catch((error: unknown) => String(error))}`

/** Ends what runs in a page, but not its process. If the portal is gone, the page is closed. */
async function rest(page: Page): Promise<void> {
  const url = page.url()
  if (url.endsWith(still)) return
  if (!url.startsWith('http')) return page.close()
  await page.goto(new URL(still, url).href, { waitUntil: 'commit' }).catch(() => page.close())
}

/** Clears everything that sites may store in the context of a page, except for cached files. */
async function forget(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' })
  await session.detach()
}
