import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseAccessTime } from './choose-access-time.ts'
import { calm, open, request } from './testing/requests.ts'
import type { AccessTime } from './types.ts'

const asked = request('2026-05-04T10:00+02:00', '2026-05-04T11:00+02:00')
const costs = (id: number, priceCents: number): AccessTime => ({
  ...open,
  id,
  stages: [{ untilMinutes: 60, priceCents }],
})
const shut = (id: number, ...what: ('short' | 'slot' | 'private' | 'type')[]): AccessTime => ({
  ...open,
  id,
  minDurationMinutes: what.includes('short') ? 90 : -1,
  slotMinutes: what.includes('slot') ? 45 : 15,
  mode: what.includes('private') ? 'private' : 'public',
  permitted: !what.includes('private'),
  deviceTypeIds: what.includes('type') ? [99] : [],
})
const choose = (...accessTimes: AccessTime[]) => chooseAccessTime(asked, accessTimes, calm)
const refusal = (...accessTimes: AccessTime[]) => {
  const choice = choose(...accessTimes)
  return choice.ok ? choice : [choice.refusal.code, choice.accessTimeId]
}

describe('the access time of a booking', () => {
  it('is the cheapest, then the one with the lowest id [BOOK-6] [EVT-1]', () => {
    expect(choose(costs(3, 200), costs(9, 150), costs(5, 150))).toEqual({
      ok: true,
      match: { accessTimeId: 5, priceCents: 150 },
    })
    expect(choose(costs(3, 200), { ...open, id: 8 })).toEqual({ ok: true, match: { accessTimeId: 8, priceCents: 0 } })
  })

  it('is never one that refuses, however cheap [BOOK-3]', () => {
    expect(choose(costs(3, 200), shut(1, 'short'))).toEqual({ ok: true, match: { accessTimeId: 3, priceCents: 200 } })
  })

  it('is not searched for an invalid span, which is refused first [BOOK-3]', () => {
    const turned = request(asked.end, asked.start)
    expect(chooseAccessTime(turned, [open], calm)).toEqual({
      ok: false,
      refusal: { code: 'start-after-end', field: 'end', params: {} },
      accessTimeId: null,
    })
    const late = { ...calm, now: asked.end }
    expect(chooseAccessTime(asked, [open], late)).toMatchObject({ ok: false, refusal: { code: 'start-in-past' } })
  })

  it('is none if there are no access times [BOOK-3]', () => {
    expect(refusal()).toEqual(['no-access-time', null])
  })

  it('otherwise gives the refusal of the one that comes closest [BOOK-3]', () => {
    expect(refusal(shut(1, 'short', 'slot'), shut(2, 'short'))).toEqual(['duration-too-short', 2])
    expect(refusal(shut(1, 'short'), shut(2, 'slot'))).toEqual(['slot-mismatch', 2])
    expect(refusal(shut(1, 'private'), shut(2, 'short'))).toEqual(['duration-too-short', 2])
    expect(refusal(shut(4, 'slot'), shut(3, 'slot'))).toEqual(['slot-mismatch', 3])
  })

  it('ignores one for another type of device while another could match [BOOK-3]', () => {
    expect(refusal(shut(1, 'type'), shut(2, 'short', 'slot', 'private'))).toEqual(['not-permitted-then', 2])
    expect(refusal(shut(1, 'type'))).toEqual(['no-access-time', 1])
  })

  it('does not depend on the order of reading [BOOK-3]', () => {
    const anyOne = fc.oneof(
      fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 3 })).map(([id, cents]) => costs(id, cents)),
      fc
        .tuple(
          fc.integer({ min: 1, max: 50 }),
          fc.subarray(['short', 'slot', 'private', 'type'] as const, { minLength: 1 }),
        )
        .map(([id, what]) => shut(id, ...what)),
    )
    const some = fc.uniqueArray(anyOne, { selector: ({ id }) => id, maxLength: 6 })
    fc.assert(
      fc.property(
        some.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          expect(choose(...shuffled)).toEqual(choose(...list))
        },
      ),
    )
  })
})
