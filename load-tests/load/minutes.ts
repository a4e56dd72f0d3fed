import { coresOf, machineOf, type Sample, sum } from './sampler.ts'

/** One minute of a run. Rates are calls over HTTP a second, as the server counts them; null where it said nothing. */
export interface Minute {
  /** From 1, since the server was looked at first. */
  readonly minute: number
  readonly answered: number | null
  /** Sent away because it was too busy, or not answered for another reason of its own. */
  readonly failed: number | null
  /** The most that waited for their turn. */
  readonly waiting: number | null
  readonly cores: number
  /** Share of the machine's cores in use, 0 to 1. */
  readonly machine: number
}

/** What a run was like minute by minute: whether it slows down as it goes on, and whether the machine has room left. Minutes without any sample are left out. */
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

/** What was counted from one look to the next at the same process, where it answered both. */
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
