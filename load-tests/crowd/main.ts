import { createFigures, type Metric, type Summary } from './figures.ts'
import type { Host, Settings, Watcher } from './follow.ts'
import { watchTogether } from './group.ts'
import { linesTo } from './line.ts'
import { speak } from './speak.ts'

/** The runner's request to a crowd. */
export interface Order {
  readonly url: string
  /** Thresholds by metric, in k6's notation. */
  readonly thresholds: Readonly<Record<string, readonly string[]>>
  readonly watchers: readonly Watcher[]
  /** Sockets of one group. */
  readonly each: number
  readonly settings: Settings & { readonly seconds: number }
}
/** Messages to the runner: each group once it watches, then the summary. */
export type Told = { readonly watching: number } | { readonly summary: Summary }

/** Thousands of watching sockets in a separate process, started by the runner with one message. */
process.once('message', (order) => void hold(order as Order))
process.once('disconnect', () => process.exit(1))

async function hold({ url, thresholds, watchers, each, settings }: Order): Promise<void> {
  const began = performance.now()
  const figures = createFigures()
  const lineWith = await linesTo(url)
  const host: Host = {
    ...figures,
    connect: ({ auth, headers }, on) => speak('/', auth, on, lineWith(headers)),
    later(run, ms) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }
  const groups = Array.from({ length: Math.ceil(watchers.length / each) }, (_, n) =>
    watchers.slice(n * each, (n + 1) * each),
  )
  const tell = (told: Told, then?: () => void) => process.send?.(told, () => then?.())
  let over = 0
  for (const group of groups)
    watchTogether(group, settings, host, {
      watching: (watching) => tell({ watching }),
      over() {
        over += 1
        if (over < groups.length) return
        const seconds = (performance.now() - began) / 1_000
        const { metrics } = figures.summary(thresholds, seconds)
        tell({ summary: { metrics: { ...metrics, crowd_cores: coresOver(seconds) } } }, () => process.exit(0))
      },
    })
}

/** Cores the crowd used: whether the crowd itself was what was measured. */
function coresOver(seconds: number): Metric {
  const { user, system } = process.cpuUsage()
  return { type: 'gauge', values: { value: (user + system) / 1e6 / seconds } }
}
