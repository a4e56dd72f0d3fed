import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amend } from '../../../contract/reservations/book.ts'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import {
  amendment,
  type Draft,
  noDraft,
  plateRefusal,
  rowMoved,
  sendable,
  shownOf,
  taken,
  typing,
  withoutOptions,
} from './typed.ts'

const row = (values: Partial<ReservationView> = {}) =>
  ({
    note: null,
    licencePlate: null,
    rfidToken: null,
    useAutomaticAccess: false,
    rememberAcceptDocumentsDecision: false,
    children: [],
    ...values,
  }) as unknown as ReservationView

describe('input while a place is held', () => {
  it('stays in the fields whatever the server sends meanwhile, until it is sent [HOLD-4]', () => {
    const typed = typing(noDraft, { note: 'abc' })
    expect(shownOf(row({ note: 'old' }), typed).note).toBe('abc')
    expect(shownOf(row(), rowMoved(typed, null)).note).toBe('abc')
  })

  it('follows the last input of another tab, except in the focused field [HOLD-4]', () => {
    const sent = taken(typing(noDraft, { note: 'mine ' }), { note: 'mine ' })
    const theirs = row({ note: 'theirs', licencePlate: 'DD-A 1' })
    expect(shownOf(row({ note: 'mine' }), sent).note).toBe('mine ')
    expect(shownOf(theirs, rowMoved(sent, 'note'))).toMatchObject({ note: 'mine ', licencePlate: 'DD-A 1' })
    expect(shownOf(theirs, rowMoved(sent, null)).note).toBe('theirs')
  })

  it('is sent again if it changed while being sent [HOLD-4]', () => {
    const more = typing(typing(noDraft, { note: 'a' }), { note: 'ab' })
    expect(taken(more, { note: 'a' }).dirty).toEqual({ note: 'ab' })
    expect(taken(more, { note: 'ab' }).dirty).toEqual({})
  })

  it('keeps the rest if an option is refused', () => {
    expect(withoutOptions(typing(noDraft, { note: 'a', optionalDeviceIds: [3] })).dirty).toEqual({ note: 'a' })
  })

  it('waits if it is a plate that no camera can read, and says why [F6] [F7]', () => {
    expect(plateRefusal({ licencePlate: 'FR-HF 2026' })).toBeNull()
    expect(plateRefusal({ licencePlate: '  ' })).toBeNull()
    expect(plateRefusal({ licencePlate: '--' })).toEqual({ code: 'plate-invalid', params: {} })
    expect(plateRefusal({ licencePlate: 'В-АВ 123' })).toEqual({
      code: 'plate-look-alike',
      params: { offer: 'B-AB 123' },
    })
    expect(sendable({ licencePlate: '🚗', note: 'Blue' })).toEqual({ note: 'Blue' })
  })

  it('is always valid for the command; blank means empty', () => {
    const text = fc.string({ maxLength: 45 })
    const draft: fc.Arbitrary<Draft> = fc.record(
      {
        note: text,
        licencePlate: text,
        rfidToken: text,
        useAutomaticAccess: fc.boolean(),
        rememberAcceptDocumentsDecision: fc.boolean(),
        optionalDeviceIds: fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 5 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(draft, (values) => {
        const sent = amendment(sendable(values))
        expect(amend.input.safeParse({ reservationId: 1, ...sent }).success).toBe(true)
        const waits = plateRefusal(values) === null ? [] : ['licencePlate']
        expect([...Object.keys(sent), ...waits].sort()).toEqual(Object.keys(values).sort())
        if (values.note?.trim() === '') expect(sent.note).toBe(null)
      }),
    )
  })
})
