import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { launchBrowser } from '../../testing/browser.ts'

/**
 * Measures the plan in a headless Chromium against plain Konva in the same run, and prints one line: frames a second with 5,000 devices of
 * which 200 change each second, standing and dragged (median and the slowest 5 in 100), and ms to the first picture of 2,000 devices.
 */
interface Bench {
  measure(kind: 'ours' | 'plain', count: number, ms: number, moving: boolean): Promise<{ gaps: number[]; sent: number }>
  firstPaint(count: number): Promise<number>
}
const devices = 5_000
const ms = Number(process.env['BENCH_MS'] ?? 6_000)
const outDir = mkdtempSync(join(tmpdir(), 'holdfast-canvas-'))
const options = { configFile: false, root: 'client', logLevel: 'error' } as const
const round = (value: number) => Math.round(value * 10) / 10

function framesOf(gaps: readonly number[]): { median: number; p5: number } {
  const sorted = gaps.toSorted((a, b) => a - b)
  const at = (part: number) =>
    1_000 / (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN)
  return { median: round(at(0.5)), p5: round(at(0.95)) }
}

await build({
  ...options,
  plugins: [react()],
  build: {
    outDir,
    target: 'es2022',
    emptyOutDir: true,
    rolldownOptions: { input: 'client/site-canvas/testing/bench.html' },
  },
})
const server = await preview({ ...options, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
const browser = await launchBrowser({ measured: true })
try {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } })
  const [address] = server.resolvedUrls?.local ?? []
  await page.goto(`${address}site-canvas/testing/bench.html`)
  await page.locator('body[data-ready]').waitFor()
  const run = (kind: 'ours' | 'plain', moving: boolean) =>
    page.evaluate(
      ([which, count, duration, drags]) =>
        (window as unknown as { bench: Bench }).bench.measure(which, count, duration, drags),
      [kind, devices, ms, moving] as const,
    )
  const first = await page.evaluate(() => (window as unknown as { bench: Bench }).bench.firstPaint(2_000))
  const still = { ours: framesOf((await run('ours', false)).gaps), plain: framesOf((await run('plain', false)).gaps) }
  const moving = { ours: framesOf((await run('ours', true)).gaps), plain: framesOf((await run('plain', true)).gaps) }
  const figures = {
    bench: 'canvas',
    what: 'frames a second with 5,000 devices and 200 changes a second, ours and plain Konva; first = ms to the first picture of 2,000',
    still,
    moving,
    ratio: {
      still: round(still.ours.median / still.plain.median),
      moving: round(moving.ours.median / moving.plain.median),
    },
    first: Math.round(first),
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
} finally {
  await browser.close()
  await server.close()
  rmSync(outDir, { recursive: true, force: true })
}
