import { setTimeout as wait } from 'node:timers/promises'
import { killEmbedded } from '../../db/embedded/testing/kill.ts'
import { freeze } from '../../server/testing/freeze.ts'
import { atMost, type Check, type Stage } from './scenario.ts'

/** A deliberate fault, and how long afterwards the portal was ready again; null = not within a minute. */
export interface Break {
  readonly what: keyof typeof breaks
  readonly readyAfterMs: number | null
}

/** How long the database is frozen, ms: longer than anybody waits for a reply. */
const frozenMs = 8_000
const patienceMs = 60_000
/** Maximum seconds until the portal is ready after each kind of fault. */
const readyWithinS = { 'server killed': 5, 'database killed': 10, 'database frozen': 2 } as const

/**
 * Each causes one fault, makes sure that it can recover, and returns from when (performance.now) to wait for the
 * portal.
 */
const breaks = {
  'server killed': async (stage: Stage): Promise<number> => {
    const since = performance.now()
    await stage.portal.end('SIGKILL')
    await stage.startAgain()
    return since
  },
  'database killed': async (stage: Stage): Promise<number> => {
    const since = performance.now()
    await killEmbedded(stage.dir)
    while (performance.now() - since < patienceMs && stage.databasePid() === undefined) await wait(20)
    return since
  },
  'database frozen': async (stage: Stage, signal: AbortSignal): Promise<number> => {
    const goOn = await freeze(databaseOf(stage))
    try {
      await wait(frozenMs, undefined, { signal }).catch(() => undefined)
    } finally {
      goOn()
    }
    return performance.now()
  },
}

/**
 * Causes one fault every `everyS` seconds as long as there is time for the next, or until `signal`. The server is
 * killed in the first half only, so that its memory can be watched in the other. Needs a supervised database.
 */
export async function breakThings(
  stage: Stage,
  { everyS, seconds, signal }: { everyS: number; seconds: number; signal: AbortSignal },
): Promise<Break[]> {
  const made: Break[] = []
  const began = performance.now()
  for (let n = 1; (n + 0.5) * everyS <= seconds; n += 1) {
    const due = began + n * everyS * 1_000 - performance.now()
    await wait(Math.max(0, due), undefined, { signal }).catch(() => undefined)
    if (signal.aborted) break
    const kinds = Object.keys(breaks) as Break['what'][]
    const possible = n * everyS <= seconds / 2 ? kinds : kinds.filter((each) => each !== 'server killed')
    const what = possible[(n - 1) % possible.length] ?? 'database killed'
    const readyAfterMs = await breaks[what](stage, signal).then(
      (since) => ready(stage, since),
      (error: unknown) => {
        stage.say(`${what}: ${String(error)}`)
        return null
      },
    )
    const told =
      readyAfterMs === null ? 'not ready again within a minute' : `ready again after ${Math.round(readyAfterMs)} ms`
    stage.say(`${what}: ${told}`)
    made.push({ what, readyAfterMs })
  }
  return made
}

/** Checks the longest time of each kind against its maximum; a kind that never happened fails. */
export const checksOf = (broken: readonly Break[], slack: number): Check[] =>
  Object.entries(readyWithinS).map(([kind, withinS]) => {
    const times = broken
      .filter(({ what }) => what === kind)
      .map(({ readyAfterMs }) => readyAfterMs ?? Number.POSITIVE_INFINITY)
    const longest = times.length === 0 ? Number.NaN : Math.max(...times)
    return atMost(`${kind} ${times.length} times, ready again`, longest / 1_000, slack * withinS, ' s')
  })

function databaseOf({ databasePid }: Stage): number {
  const pid = databasePid()
  if (pid === undefined) throw new Error('there is no database to be broken')
  return pid
}

/** Milliseconds until the portal is ready, by polling. */
async function ready({ portal }: Stage, since: number): Promise<number | null> {
  for (;;) {
    if (performance.now() - since > patienceMs) return null
    const answer = await fetch(`${portal.url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
    if (answer?.ok) return performance.now() - since
    await wait(50)
  }
}
