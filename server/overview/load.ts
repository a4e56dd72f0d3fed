import { cpus, loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 20 })
delay.enable()

/** Returns how busy this process and its host are: delays since the last call. */
export function ownLoad(): { memoryBytes: number; processor: number; delayMs: number } {
  const ms = delay.percentile(99) / 1e6
  delay.reset()
  return {
    memoryBytes: process.memoryUsage.rss(),
    processor: (loadavg()[0] ?? 0) / Math.max(1, cpus().length),
    // The timer of the measurement itself is not a delay.
    delayMs: Number.isFinite(ms) ? Math.max(0, ms - 20) : 0,
  }
}
