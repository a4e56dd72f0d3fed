import type { Page } from 'playwright-core'
import { postMessages } from '../../../../server/testing/person.ts'
import { launchBrowser } from '../../../testing/browser.ts'

/**
 * Follows 2,000 devices on the smart remote in a real browser while 200 of them change each second, and measures the frames that it draws. Prints
 * one line. Started by `npm run bench -- remote`, which filled the database.
 */
const changesPerSecond = 200
const ms = Number(process.env['BENCH_MS'] ?? 6_000)

const url = needed('BENCH_URL')
const token = needed('BENCH_TOKEN')
const devices = JSON.parse(needed('BENCH_DEVICES')) as string[]
const browser = await launchBrowser({ measured: true })
try {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
  const [name = '', value = ''] = needed('BENCH_COOKIE').split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  await page.goto(`${url}/smart-remote?lang=en`)
  // All of them chosen: the bar says live how many each command would reach.
  await page.getByRole('checkbox', { name: /^Select all of/ }).click()
  await page.getByRole('region', { name: 'Selected devices' }).waitFor()
  let sent = 0
  const post = () =>
    postMessages(
      url,
      token,
      Array.from({ length: changesPerSecond / 5 }, () => {
        const device = devices[(sent * 7) % devices.length] ?? ''
        const status = sent % 2 ? 'free' : 'blocked'
        return { id: `remote-${sent++}`, at: new Date().toISOString(), device, kind: 'status', status }
      }),
    )
  const stream = setInterval(() => void post(), 200)
  const gaps = await framesOf(page)
  clearInterval(stream)
  const sorted = gaps.toSorted((a, b) => a - b)
  const fps = (part: number) =>
    Math.round(1_000 / (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN))
  const figures = {
    bench: 'remote',
    what: 'frames a second of the smart remote with 2,000 devices, all chosen, and 200 changes a second: median and the slowest 5 in 100',
    median: fps(0.5),
    p5: fps(0.95),
    changes: sent,
    n: gaps.length,
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
} finally {
  await browser.close()
}

/** Ms between the frames that the page draws. */
function framesOf(page: Page): Promise<number[]> {
  return page.evaluate(async (duration) => {
    const gaps: number[] = []
    const begin = performance.now()
    for (let last = begin; last - begin < duration; ) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      gaps.push(now - last)
      last = now
    }
    return gaps
  }, ms)
}

function needed(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is missing: npm run bench -- remote`)
  return value
}
