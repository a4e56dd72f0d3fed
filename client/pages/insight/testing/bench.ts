import { setTimeout as rest } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Page } from 'playwright-core'
import { connect } from '../../../../db/connect.ts'
import { publish } from '../../../../db/outbox.ts'
import { refreshMalfunctions } from '../../../../telemetry/malfunctions/refresh.ts'
import { malfunctionChanges, malfunctionViews } from '../../../../telemetry/views/malfunction.ts'
import { launchBrowser } from '../../../testing/browser.ts'

/**
 * Changes malfunctions in the database, 50 a second, every fifth of them one that stands on screen, and measures in a real browser how long after
 * the commit each of those is drawn. Prints one line. Started by `npm run bench -- dashboard`, which filled the database.
 */
const changesPerSecond = 50
const seconds = Number(process.env['BENCH_SECONDS'] ?? 40)
const shown = 6

const url = needed('BENCH_URL')
const knex = connect(needed('BENCH_DATABASE_URL'), { max: 16, name: 'bench dashboard', queryTimeoutMs: 60_000 })
const browser = await launchBrowser({ measured: true })
try {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
  const [name = '', value = ''] = needed('BENCH_COOKIE').split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  const began = performance.now()
  await page.goto(`${url}/malfunctions?lang=en`)
  await page.getByText('500 things are wrong').waitFor()
  const first = performance.now() - began
  const drawn = await watchScreen(page)
  const committed = await change(await inOrder(knex))
  await rest(1_500)
  const seen = await drawn()
  const times = [...committed].flatMap(([token, at]) => {
    const then = seen.get(token)
    return then === undefined ? [] : [then - at]
  })
  // A token that a newer one of the same row overtook within a frame is never drawn; most must have been.
  if (times.length < committed.size * 0.8)
    throw new Error(`only ${times.length} of ${committed.size} changes were seen`)
  times.sort((a, b) => a - b)
  const at = (part: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN)
  const figures = {
    bench: 'dashboard',
    what: 'ms from the commit of a change to the screen, 20,000 devices, 500 open malfunctions, 50 changes a second; first = ms to the first list',
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    first: Math.round(first),
    snapshot: await median(() => malfunctionViews(knex, { all: true })),
    refresh: await median(() => refreshMalfunctions(knex)),
    n: times.length,
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
} finally {
  await browser.close()
  await knex.destroy()
}

function needed(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is missing: start this by npm run bench -- dashboard`)
  return value
}

/** Ids of all open malfunctions, as the screen lists them. */
async function inOrder(db: Knex): Promise<number[]> {
  return db('malfunctions')
    .whereNull('closed_at')
    .orderBy([
      { column: 'opened_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .pluck<number[]>('id')
}

/** Notes when each token is drawn: at the frame after it came into the document. */
async function watchScreen(page: Page): Promise<() => Promise<Map<string, number>>> {
  await page.evaluate(() => {
    const seen: Record<string, number> = {}
    Object.assign(window, { seen })
    new MutationObserver((records) => {
      for (const { target } of records) {
        const token = /T\d+/.exec(target.textContent ?? '')?.[0]
        if (token !== undefined && target.nodeType === Node.TEXT_NODE && !(token in seen)) {
          seen[token] = -1
          requestAnimationFrame(() => {
            seen[token] = performance.timeOrigin + performance.now()
          })
        }
      }
    }).observe(document.body, { subtree: true, characterData: true })
  })
  return async () =>
    new Map(
      Object.entries(await page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen)).filter(
        ([, at]) => at > 0,
      ),
    )
}

/** Returns when each change of a row on screen was committed. */
async function change(ids: readonly number[]): Promise<Map<string, number>> {
  const committed = new Map<string, number>()
  const running = new Set<Promise<void>>()
  const start = performance.now()
  for (let round = 0; round < seconds * changesPerSecond; round += 1) {
    await rest(Math.max(0, start + (round * 1_000) / changesPerSecond - performance.now()))
    const onScreen = round % 5 === 0
    const id = ids[onScreen ? (round / 5) % shown : shown + (round % (ids.length - shown))] ?? 0
    const token = `T${round + 1}`
    const work = write(id, token).then(() => {
      if (onScreen) committed.set(token, performance.timeOrigin + performance.now())
      running.delete(work)
    })
    running.add(work)
  }
  await Promise.all(running)
  return committed
}

async function write(id: number, token: string): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx('malfunctions')
      .where({ id })
      .update({ detail: { supportCode: token }, version: trx.raw(`nextval('change_version')`) })
    await publish(trx, await malfunctionChanges(trx, [id]))
  })
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 15; round += 1) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return Math.round(times.sort((a, b) => a - b)[7] ?? Number.NaN)
}
