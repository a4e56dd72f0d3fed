import { setTimeout as wait } from 'node:timers/promises'
import { freeze } from '../../server/testing/freeze.ts'
import type { Stage } from './scenario.ts'
import { startStagePortal } from './stage.ts'

/** Something that was broken on purpose, and how long after that the portal was ready again; null = not within a minute. */
export interface Break {
  readonly what: keyof typeof breaks
  readonly readyAfterMs: number | null
}

/** How long the database stands still, ms: longer than anybody is let wait for an answer. */
const frozenMs = 8_000
const patienceMs = 60_000

/** Each breaks one thing, sees to it that it can work again, and answers since when (performance.now) the portal may be waited for. */
const breaks = {
  'server killed': async (stage: Stage): Promise<number> => {
    const { port } = stage.portal
    const since = performance.now()
    await stage.portal.end('SIGKILL')
    stage.portal = await startStagePortal(stage.databaseUrl, {}, port)
    return since
  },
  'database killed': async (stage: Stage): Promise<number> => {
    const old = databaseOf(stage)
    const since = performance.now()
    process.kill(old, 'SIGKILL')
    while (performance.now() - since < patienceMs && [old, undefined].includes(stage.databasePid())) await wait(20)
    return since
  },
  'database frozen': async (stage: Stage): Promise<number> => {
    const goOn = await freeze(databaseOf(stage))
    try {
      await wait(frozenMs)
    } finally {
      goOn()
    }
    return performance.now()
  },
}

/**
 * Breaks one thing after another, one every `everyS` seconds for as long as there is time for the next. The server is killed in the first half only, so that its
 * memory can be watched for the other. Needs a database that is started again when it dies.
 */
export async function breakThings(
  stage: Stage,
  { everyS, seconds }: { everyS: number; seconds: number },
): Promise<Break[]> {
  const made: Break[] = []
  const began = performance.now()
  for (let n = 1; (n + 0.5) * everyS <= seconds; n += 1) {
    await wait(Math.max(0, began + n * everyS * 1_000 - performance.now()))
    const kinds = Object.keys(breaks) as Break['what'][]
    const possible = n * everyS <= seconds / 2 ? kinds : kinds.filter((each) => each !== 'server killed')
    const what = possible[(n - 1) % possible.length] ?? 'database killed'
    const readyAfterMs = await ready(stage, await breaks[what](stage))
    stage.say(
      `${what}: ready again after ${readyAfterMs === null ? 'more than a minute' : `${Math.round(readyAfterMs)} ms`}`,
    )
    made.push({ what, readyAfterMs })
  }
  return made
}

function databaseOf({ databasePid }: Stage): number {
  const pid = databasePid()
  if (pid === undefined) throw new Error('there is no database to be broken')
  return pid
}

/** ms until the portal says that it is ready, asked over and over. */
async function ready({ portal }: Stage, since: number): Promise<number | null> {
  for (;;) {
    const ms = performance.now() - since
    if (ms > patienceMs) return null
    const answer = await fetch(`${portal.url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
    if (answer?.ok) return performance.now() - since
    await wait(50)
  }
}
