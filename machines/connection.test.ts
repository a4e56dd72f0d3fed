import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor, initialTransition, SimulatedClock, type SnapshotFrom, transition } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import {
  bannerOf,
  type ConnectionEvent,
  type ConnectionState,
  carries,
  connectionMachine,
  connectionStates,
} from './connection.ts'

const waveringMs = 1_000
const restoredMs = 4_000

type Snapshot = SnapshotFrom<typeof connectionMachine>
const timers = {
  wavering: { type: `xstate.after.${waveringMs}.connection.wavering` },
  restored: { type: `xstate.after.${restoredMs}.connection.restored` },
} as unknown as Record<'wavering' | 'restored', ConnectionEvent>
const events: ConnectionEvent[] = [
  { type: 'START' },
  { type: 'CONNECTED' },
  { type: 'SYNCED' },
  { type: 'LOST' },
  { type: 'NETWORK_DOWN' },
  { type: 'NETWORK_UP' },
  { type: 'EXPIRED' },
  { type: 'OUTDATED' },
  { type: 'STOP' },
  timers.wavering,
  timers.restored,
]
const first = (): Snapshot => initialTransition(connectionMachine)[0]
const step = (from: Snapshot, event: ConnectionEvent): Snapshot => transition(connectionMachine, from, event)[0]
const walk = (...path: ConnectionEvent[]): Snapshot => path.reduce(step, first())
const stateOf = (snapshot: Snapshot) => snapshot.value as ConnectionState
const paths = getShortestPaths(connectionMachine, { events })

describe('the connection, along every generated path', () => {
  it('reaches each of its states [LIVE-6]', () => {
    expect(new Set(paths.map((path) => stateOf(path.state)))).toEqual(new Set(connectionStates))
  })

  it.each(paths.map((path) => [path.steps.map((each) => each.event.type).join(' '), path] as const))(
    'after %s: ends, resumes and reports correctly [LIVE-6]',
    (_name, path) => {
      const state = path.state
      expect(stateOf(step(state, { type: 'STOP' }))).toBe('signedOut')
      expect(stateOf(step(state, { type: 'EXPIRED' }))).toBe('signedOut')
      if (stateOf(state) !== 'signedOut') expect(stateOf(step(state, { type: 'OUTDATED' }))).toBe('outdated')
      const lost = step(state, { type: 'LOST' })
      expect(carries(stateOf(lost))).toBe(false)
      if (['signedOut', 'outdated'].includes(stateOf(state))) return
      expect(carries(stateOf(step(lost, { type: 'CONNECTED' })))).toBe(true)
      const down = step(state, { type: 'NETWORK_DOWN' })
      expect(bannerOf(stateOf(down))).toBe('offline')
      const back = [{ type: 'NETWORK_UP' }, { type: 'CONNECTED' }, { type: 'SYNCED' }] as const
      const up = back.reduce<Snapshot>((at, event) => step(at, event), down)
      expect(stateOf(up)).toBe(state.context.been ? 'restored' : 'connected')
    },
  )

  it('shows only "outdated" once the protocol has changed, whatever the network does', () => {
    const others = events.filter(({ type }) => !['STOP', 'EXPIRED'].includes(type))
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...others)), (then) => {
        expect(stateOf(then.reduce(step, walk({ type: 'START' }, { type: 'OUTDATED' })))).toBe('outdated')
      }),
    )
  })

  it('never calls a view live without an open socket [LIVE-6]', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (path) => {
        let open = false
        let at = first()
        for (const event of path) {
          if (event.type === 'CONNECTED') open = true
          if (event.type === 'LOST' || event.type === 'STOP' || event.type === 'EXPIRED') open = false
          at = step(at, event)
          if (carries(stateOf(at))) expect(open).toBe(true)
        }
      }),
    )
  })
})

describe('the timers of the connection', () => {
  const run = (...path: ConnectionEvent[]) => {
    const clock = new SimulatedClock()
    const actor = createActor(connectionMachine, { clock })
    actor.start()
    for (const event of path) actor.send(event)
    return { clock, state: () => stateOf(actor.getSnapshot()), send: actor.send }
  }

  it('hide a short interruption, but not a lasting one', () => {
    const { clock, state, send } = run({ type: 'START' }, { type: 'CONNECTED' }, { type: 'LOST' })
    clock.increment(waveringMs - 1)
    expect(bannerOf(state())).toBe(null)
    send({ type: 'CONNECTED' })
    expect(state()).toBe('connected')
    send({ type: 'LOST' })
    clock.increment(waveringMs)
    expect(bannerOf(state())).toBe('reconnecting')
  })

  it('hide the good news after a while [LIVE-6]', () => {
    const { clock, state, send } = run({ type: 'START' }, { type: 'CONNECTED' }, { type: 'LOST' })
    clock.increment(waveringMs)
    send({ type: 'CONNECTED' })
    send({ type: 'SYNCED' })
    expect(bannerOf(state())).toBe('resumed')
    clock.increment(restoredMs)
    expect(state()).toBe('connected')
  })
})
