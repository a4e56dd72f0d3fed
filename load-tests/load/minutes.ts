import { coresOf, machineOf, type Sample, sum } from './sampler.ts'

/** One minute of a run. Rates are HTTP calls a second, as the server counts them; null if it did not respond. */
export interface Minute {
  /** From 1, since the first sample. */
  readonly minute: number
  readonly answered: number | null
  /** Refused because the server was too busy, or failed for another reason of its own. */
  readonly failed: number | null
  /** Maximum number of waiting calls. */
  readonly waiting: number | null
  readonly cores: number
  /** Share of the machine's cores in use, 0 to 1. */
  readonly machine: number
}

/**
 * Summarises a run by the minute: whether it slows down, and whether the machine has capacity left. Leaves out minutes
 * without a sample.
 */
export function minutesOf(samples: readonly Sample[]): Minute[] {
  const from = samples[0]?.atMs ?? 0
  const placeOf = ({ atMs }: Sample): number => Math.floor((atMs - from) / 60_000)
  return [...new Set(samples.map(placeOf))].map((place) => {
    const own = samples.filter((sample) => placeOf(sample) === place)
    const first = samples.findIndex((sample) => placeOf(sample) === place)
    const steps = stepsOf([...samples.slice(Math.max(0, first - 1), first), ...own])
    const seconds = sum(steps.map(({ ms }) => ms)) / 1_000
    const rate = (of: 'answered' | 'failed'): number | null =>
      steps.length === 0 ? null : sum(steps.map((step) => step[of])) / seconds
    const waiting = own.flatMap(({ said }) => said?.waiting ?? [])
    return {
      minute: place + 1,
      answered: rate('answered'),
      failed: rate('failed'),
      waiting: waiting.length === 0 ? null : Math.max(...waiting),
      cores: coresOf(own),
      machine: machineOf(own),
    }
  })
}

/** Differences between samples of the same process that both succeeded. */
function stepsOf(samples: readonly Sample[]): { ms: number; answered: number; failed: number }[] {
  return samples.slice(1).flatMap((sample, place) => {
    const last = samples[place]
    if (!last?.said || !sample.said || last.pid !== sample.pid) return []
    return [
      {
        ms: sample.atMs - last.atMs,
        answered: sample.said.answered - last.said.answered,
        failed: sample.said.failed - last.said.failed,
      },
    ]
  })
}
