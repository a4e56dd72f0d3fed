import { describe, expect, expectTypeOf, it } from 'vitest'
import { change, checkChange, type RoomChange } from './changes.ts'
import { type Fact, type FactPayload, fact, parseFact } from './facts.ts'
import { rooms } from './rooms.ts'

const counts = { queued: 1, failed: 0, movedAt: '2026-11-21T09:00:00.000Z' }
const row = { id: 7, version: 1, view: counts }

describe('publishing', () => {
  it('reaches only rooms of the kind’s audience, checked at compile time', () => {
    const told: RoomChange[] = [change('messageCounts', { ...row, rooms: [rooms.zone(7), rooms.all()] })]
    // @ts-expect-error -- the number of waiting messages is not for users
    told.push(change('messageCounts', { ...row, rooms: [rooms.user(7)] }))
    // @ts-expect-error -- nor for a room name that was assembled by hand
    told.push(change('messageCounts', { ...row, rooms: [String(rooms.zone(7))] }))
    // @ts-expect-error -- not even as a literal
    told.push({ kind: 'payment', id: 'p', version: 1, view: null, rooms: [rooms.all()] })
    expect(told).toHaveLength(4)
  })

  it('requires the view of the kind, checked at compile time, and at run time in development', () => {
    expect(() => checkChange(change('messageCounts', { ...row, rooms: [] }))).not.toThrow()
    expect(() => checkChange(change('messageCounts', { ...row, view: null, rooms: [] }))).not.toThrow()
    // @ts-expect-error -- the view of another kind
    expect(() => checkChange(change('plan', { ...row, rooms: [] }))).toThrow('siteId')
    // @ts-expect-error -- a field is missing
    expect(() => checkChange(change('messageCounts', { ...row, view: { queued: 1 }, rooms: [] }))).toThrow('failed')
    // @ts-expect-error -- this kind is not declared
    expect(() => checkChange({ ...row, kind: 'pigeon' })).toThrow()
  })

  it('requires a declared fact with its payload, checked at compile time', () => {
    const said: Fact[] = [fact('control.commandMoved', { runIds: ['a'] })]
    // @ts-expect-error -- it is not declared
    said.push(fact('control.commandForgotten', { runIds: [] }))
    // @ts-expect-error -- the payload of another fact
    said.push(fact('control.commandMoved', { periodIds: [1] }))
    expect(said).toHaveLength(3)
    expectTypeOf<FactPayload<'maintenance.progressed'>>().toEqualTypeOf<{ periodIds: number[] }>()
    expect(parseFact('maintenance.progressed', { periodIds: [1] })).toEqual({ periodIds: [1] })
    expect(() => parseFact('maintenance.progressed', { runIds: [] })).toThrow('periodIds')
  })
})
