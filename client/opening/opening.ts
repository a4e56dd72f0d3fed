import { createActor } from 'xstate'
import type { RunView } from '../../contract/control/own.ts'
import { commandPatienceMs } from '../../machines/control.ts'
import {
  isPending,
  type OpeningContext,
  type OpeningRequest,
  type OpeningState,
  openingMachine,
} from '../../machines/opening.ts'
import { uuid } from '../link/send.ts'
import { serverNow } from '../ui/clock.ts'
import type { Opener } from './opener.ts'
import { forgetRequest, keepRequest, keptRequest } from './pending-request.ts'

export interface OpeningNow extends OpeningContext {
  readonly state: OpeningState
}
export interface Opening {
  now(): OpeningNow
  on(listener: () => void): () => void
  /** Sends a request once. Does nothing while another one has no outcome. */
  give(deviceId: number | null, action: 'open' | 'close'): void
  /** The person has read the outcome. */
  seen(): void
}

/** Refusals after which the portal may still know the outcome of a request. */
const later: readonly string[] = [
  'no-answer',
  'outcome-unknown',
  'server-busy',
  'server-stopping',
  'database-unavailable',
  'too-many-requests',
  'session-expired',
]
/** How long a request is valid, and the interval at which the portal is asked for its outcome, ms. */
const usual = { patienceMs: commandPatienceMs, outcomePauseMs: 1_000 }

/**
 * Requests of one opener. A request tries to reach the portal for as long as it is valid (validUntil), always as the same command; if the
 * reply is lost, the portal is asked for the outcome until it is known. A request interrupted by a reload is looked up at once.
 */
export function createOpening(opener: Opener, { patienceMs, outcomePauseMs } = usual): Opening {
  const actor = createActor(openingMachine)
  const listeners = new Set<() => void>()
  let now: OpeningNow = { state: 'idle', ...actor.getSnapshot().context }
  // Read before the machine starts: in its idle state it clears the storage.
  const found = keptRequest(opener.key)
  actor.subscribe(({ value, context }) => {
    now = { state: value as OpeningState, ...context }
    if (!isPending(now.state)) forgetRequest(opener.key)
    for (const listener of [...listeners]) listener()
  })
  actor.start()

  const awaitOutcome = async ({ commandId }: OpeningRequest): Promise<void> => {
    for (;;) {
      const answer = await opener.outcome(commandId)
      if (answer.ok) {
        const { outcome, runId, refusal } = answer.reply
        if (outcome === 'done' && runId !== null) actor.send({ type: 'ACCEPTED', runId, lastOpening: false })
        else if (outcome === 'refused') actor.send({ type: 'REFUSED', refusal: { code: refusal ?? 'unknown-failure' } })
        else actor.send({ type: outcome === 'never' ? 'NEVER' : 'UNTOLD' })
        return
      }
      if (!later.includes(answer.refusal.code)) return actor.send({ type: 'UNTOLD' })
      await new Promise((resolve) => setTimeout(resolve, outcomePauseMs))
    }
  }

  const give = async (request: OpeningRequest): Promise<void> => {
    keepRequest(opener.key, request)
    actor.send({ type: 'REQUESTED', request })
    const answer = await opener.give(request, {
      timeoutMs: request.validUntil - serverNow(),
      onTry: () => actor.send({ type: 'LEFT' }),
    })
    if (answer.ok) return actor.send({ type: 'ACCEPTED', ...answer.reply })
    if (answer.refusal.code === 'no-answer') return actor.send({ type: 'UNSENT' })
    if (answer.refusal.code !== 'outcome-unknown') return actor.send({ type: 'REFUSED', refusal: answer.refusal })
    actor.send({ type: 'SILENT' })
    // A connection without a reply may be dead without anyone noticing: open a new one.
    opener.link.network(false)
    await awaitOutcome(request)
  }

  if (found) {
    actor.send({ type: 'FOUND', request: found })
    void awaitOutcome(found)
  }
  return {
    now: () => now,
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    give(deviceId, action) {
      if (isPending(now.state)) return
      void give({ commandId: uuid(), deviceId, action, validUntil: Math.round(serverNow()) + patienceMs })
    },
    seen: () => actor.send({ type: 'SEEN' }),
  }
}

const openings = new Map<string, Opening>()

/** The requests of an opener: they survive leaving the screen and coming back. */
export function openingOf(opener: Opener): Opening {
  let opening = openings.get(opener.key)
  if (!opening) openings.set(opener.key, (opening = createOpening(opener)))
  return opening
}

/** The run that a request began, once the view shows it. */
export function runOf(now: OpeningNow, run: RunView | null): RunView | null {
  return run !== null && now.runId === run.id ? run : null
}
