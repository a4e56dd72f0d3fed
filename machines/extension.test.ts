import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { type ExtensionEvent, type ExtensionOffer, extensionMachine, extensionPrice } from './extension.ts'

const here: ExtensionOffer = { refusal: null, priceCents: 150, moves: [] }
const elsewhere: ExtensionOffer = {
  refusal: { code: 'place-taken' },
  priceCents: 0,
  moves: [
    { device: { id: 7 }, priceCents: 150 },
    { device: { id: 8 }, priceCents: 200 },
  ],
}
const nowhere: ExtensionOffer = { refusal: { code: 'duration-too-long' }, priceCents: 0, moves: [] }

function after(...events: ExtensionEvent[]) {
  const actor = createActor(extensionMachine).start()
  for (const event of events) actor.send(event)
  return actor.getSnapshot()
}
const pick = (end = 1): ExtensionEvent => ({ type: 'PICK', end })
const answer = (offer: ExtensionOffer, end = 1): ExtensionEvent => ({ type: 'ANSWERED', end, offer })

describe('extending [RES-4]', () => {
  it.each<[string, ExtensionOffer, string]>([
    ['free here', here, 'offered'],
    ['taken here, free elsewhere', elsewhere, 'elsewhere'],
    ['not possible', nowhere, 'refused'],
  ])('%s', (_name, offer, state) => {
    expect(after(pick(), answer(offer)).value).toBe(state)
  })

  it('ignores the reply about an end that is no longer chosen', () => {
    expect(after(pick(1), pick(2), answer(here, 1)).value).toBe('asking')
    expect(after(pick(1), pick(2), answer(here, 1), answer(nowhere, 2)).value).toBe('refused')
  })

  it('follows the availability while the person decides', () => {
    expect(after(pick(), answer(here), answer(elsewhere)).value).toBe('elsewhere')
    expect(after(pick(), answer(elsewhere), answer(nowhere), answer(here)).value).toBe('offered')
    expect(after(pick(), answer(here), { type: 'SEND' }, answer(nowhere)).value).toBe('sending')
  })

  it('sends a move only with a place, and keeps the choice while the place is offered', () => {
    expect(after(pick(), answer(elsewhere), { type: 'SEND' }).value).toBe('elsewhere')
    const chosen = [pick(), answer(elsewhere), { type: 'CHOOSE', deviceId: 8 }] as const
    expect(after(...chosen, { type: 'SEND' }).value).toBe('sending')
    expect(after(...chosen, answer(elsewhere)).context.deviceId).toBe(8)
    const less = { ...elsewhere, moves: elsewhere.moves.slice(0, 1) }
    expect(after(...chosen, answer(less)).context.deviceId).toBeNull()
  })

  it.each([
    ['price-changed', 'asking'],
    ['place-taken', 'asking'],
    ['insufficient-credit', 'offered'],
  ])('after %s stands in %s, with the reason', (code, state) => {
    const now = after(pick(), answer(here), { type: 'SEND' }, { type: 'REFUSED', refusal: { code } })
    expect(now.value).toBe(state)
    expect(now.context.refusal).toEqual({ code })
  })

  it('waits for a card payment, and is done without one', () => {
    const sent = [pick(), answer(here), { type: 'SEND' }] as const
    expect(after(...sent, { type: 'EXTENDED', paymentId: null }).value).toBe('done')
    const paying = after(...sent, { type: 'EXTENDED', paymentId: 'p' })
    expect(paying.value).toBe('paying')
    expect(paying.context.paymentId).toBe('p')
    expect(after(...sent, { type: 'EXTENDED', paymentId: 'p' }, { type: 'FOLLOWED' }).value).toBe('done')
  })

  it('does not treat a lost reply as a failure: the live view decides', () => {
    const sent = [pick(), answer(here), { type: 'SEND' }, { type: 'LOST' }] as const
    expect(after(...sent).value).toBe('unknown')
    expect(after(...sent, { type: 'FOLLOWED' }).value).toBe('done')
    expect(after(...sent, { type: 'RETRY' }).value).toBe('asking')
  })

  it('never sends without a displayed price, whatever happens', () => {
    const refusal = { code: 'price-changed' }
    const events = fc.array(
      fc.constantFrom<ExtensionEvent>(
        pick(1),
        pick(2),
        answer(here, 1),
        answer(elsewhere, 1),
        answer(nowhere, 2),
        { type: 'UNANSWERED', refusal },
        { type: 'RETRY' },
        { type: 'CHOOSE', deviceId: 7 },
        { type: 'CHOOSE', deviceId: 9 },
        { type: 'SEND' },
        { type: 'REFUSED', refusal },
        { type: 'LOST' },
      ),
      { maxLength: 25 },
    )
    fc.assert(
      fc.property(events, (sequence) => {
        const actor = createActor(extensionMachine).start()
        for (const event of sequence) {
          actor.send(event)
          const { value, context } = actor.getSnapshot()
          if (value !== 'sending') continue
          expect(extensionPrice(context)).not.toBeNull()
          expect(context.end).not.toBeNull()
        }
      }),
    )
  })
})

describe('extensionPrice', () => {
  it.each([
    [null, null, null],
    [here, null, 150],
    [elsewhere, null, null],
    [elsewhere, 8, 200],
    [elsewhere, 9, null],
    [nowhere, null, null],
  ])('%j with place %s costs %s', (offer, deviceId, price) => {
    expect(extensionPrice({ offer, deviceId })).toBe(price)
  })
})
