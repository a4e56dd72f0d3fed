import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initialTransition, transition } from 'xstate'
import { isPending, type OpeningEvent, type OpeningState, openingMachine } from './opening.ts'

const request = { commandId: 'c', deviceId: null, action: 'open', validUntil: 10_000 } as const
const events: readonly OpeningEvent[] = [
  { type: 'REQUESTED', request },
  { type: 'FOUND', request },
  { type: 'LEFT' },
  { type: 'ACCEPTED', runId: 'r', lastOpening: false },
  { type: 'REFUSED', refusal: { code: 'device-occupied' } },
  { type: 'UNSENT' },
  { type: 'SILENT' },
  { type: 'NEVER' },
  { type: 'UNTOLD' },
  { type: 'SEEN' },
]
function after(...given: OpeningEvent[]) {
  let [snapshot] = initialTransition(openingMachine)
  for (const event of given) [snapshot] = transition(openingMachine, snapshot, event)
  return { state: snapshot.value as OpeningState, ...snapshot.context }
}
const of = (type: OpeningEvent['type']) => {
  const found = events.find((event) => event.type === type)
  if (!found) throw new Error(type)
  return found
}

describe('one request of a person at a door', () => {
  it.each<[string, OpeningEvent['type'][], OpeningState]>([
    ['answered', ['REQUESTED', 'LEFT', 'ACCEPTED'], 'accepted'],
    ['refused', ['REQUESTED', 'LEFT', 'REFUSED'], 'refused'],
    ['never sent', ['REQUESTED', 'UNSENT'], 'unsent'],
    ['its answer lost', ['REQUESTED', 'LEFT', 'SILENT'], 'asking'],
    ['not sent again, but it left before', ['REQUESTED', 'LEFT', 'UNSENT'], 'asking'],
    ['its answer lost, then done', ['REQUESTED', 'LEFT', 'SILENT', 'ACCEPTED'], 'accepted'],
    ['its answer lost, then surely not', ['REQUESTED', 'LEFT', 'SILENT', 'NEVER'], 'never'],
    ['found after a reload', ['FOUND'], 'asking'],
    ['never told', ['FOUND', 'UNTOLD'], 'unclear'],
    ['read', ['REQUESTED', 'UNSENT', 'SEEN'], 'idle'],
  ])('%s [CTRL-8]', (_, types, state) => {
    expect(after(...types.map(of)).state).toBe(state)
  })

  it('makes no second request while the first is open, and keeps its command id to query the outcome [CTRL-8]', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (given) => {
        const before = after(...given)
        const second = { ...request, commandId: 'second' }
        const then = after(...given, { type: 'REQUESTED', request: second })
        expect(then.request?.commandId === 'second').toBe(!isPending(before.state))
        if (before.state !== 'idle') expect(before.request).not.toBeNull()
      }),
    )
  })

  it('is certainly not done only if it was never sent, was refused, or the portal says so [CTRL-8]', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (given) => {
        const { state, left } = after(...given)
        if (state === 'unsent') expect(left).toBe(false)
        if (state === 'never') expect(given.some(({ type }) => type === 'NEVER')).toBe(true)
        const found = given.at(-1)?.type === 'FOUND' && after(...given.slice(0, -1)).state === 'idle'
        if (found) expect({ state, left }).toEqual({ state: 'asking', left: true })
      }),
    )
  })
})
