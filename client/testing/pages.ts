import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { TestRunner } from 'vitest'

/**
 * `alone`: in a context that ends with the page, because the test does to it what others would feel (stops its clock, cuts its network).
 * Permissions are such a thing, too.
 */
export type PageOptions = BrowserContextOptions & { alone?: boolean }

/** Pages of one browser, each as if it were the first: without cookies and without anything that an earlier page had stored. */
export interface Pages {
  /** An empty page. */
  open(options: PageOptions): Promise<Page>
  /** Ends what runs in every open page. None of them may be used afterwards. What they show is told with the error of a test that failed. */
  leave(): Promise<void>
}

/** How long the driver waits for what a test expects: as long as the suite does, ms. */
const patienceMs = 60_000
/** A file of the portal that shows and runs nothing. */
const still = '/favicon.svg'
/** Of a page that asks for none, as the driver has it. */
const usualSize = { width: 1_280, height: 720 }

/**
 * Keeps the context of a page for the next one with the same options (size and colours may differ: they are the page's own), and its process
 * with one page that stands still. What changes for the next one is only that the browser has the portal's files already, as for anybody who
 * comes again: fetching and compiling them is half of what showing a page costs.
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

/** Adds what the pages show to the error of the test that runs, where it failed: what it waited for is seldom all that one wants to know. */
async function addShownToError(pages: readonly Page[]): Promise<void> {
  const [error] = TestRunner.getCurrentTest()?.result?.errors ?? []
  if (error === undefined) return
  const shown = await Promise.all(pages.filter((page) => !page.url().endsWith(still)).map(whatItShows))
  error.message = [error.message, ...shown].join('\n\n')
}

const whatItShows = async (page: Page): Promise<string> =>
  `${page.url()} shows:\n${await page.evaluate(() => document.body.innerText).catch((error: unknown) => String(error))}`

/** Ends what runs in a page, but not its process. Where the portal is gone, the page is closed. */
async function rest(page: Page): Promise<void> {
  const url = page.url()
  if (url.endsWith(still)) return
  if (!url.startsWith('http')) return page.close()
  await page.goto(new URL(still, url).href, { waitUntil: 'commit' }).catch(() => page.close())
}

/** Empties all that sites may store in the context of a page. Files that the browser keeps to load less are none of it. */
async function forget(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' })
  await session.detach()
}
