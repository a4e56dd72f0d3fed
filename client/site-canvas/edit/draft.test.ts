import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlanView } from '../../../contract/sites/plan.ts'
import { savePlan } from '../../../contract/sites/plan.ts'
import type { Place } from '../geometry/box.ts'
import { planOf } from '../testing/plan.ts'
import { beginEdit, type Edit, type EditEvent, edited, isChanged, samePlace, saveInput } from './draft.ts'

const mm = fc.integer({ min: 0, max: 20 })
const place: fc.Arbitrary<Place> = fc.record({
  xMm: mm,
  yMm: mm,
  widthMm: fc.integer({ min: 1, max: 3 }),
  heightMm: fc.integer({ min: 1, max: 3 }),
  rotationDeg: fc.constantFrom(0, 90),
})
const pictures = ['7b0c5a3e-3f0a-4a51-9d56-0c6c6ad7c001', '7b0c5a3e-3f0a-4a51-9d56-0c6c6ad7c002'] as const
const someplace = fc.option(place, { nil: null })
const plan = (version: number): fc.Arbitrary<PlanView> =>
  fc
    .array(someplace, { minLength: 1, maxLength: 6 })
    .map((list) =>
      planOf({ version, devices: list.map((each, at) => ({ id: at + 1, name: `Box ${at + 1}`, place: each })) }),
    )
const change: fc.Arbitrary<EditEvent> = fc
  .record({
    moves: fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), someplace), { maxLength: 4 }),
    backgroundId: fc.constantFrom(undefined, null, ...pictures),
    name: fc.constantFrom(undefined, 'nudge'),
  })
  .map(({ moves, backgroundId, name }) => ({
    type: 'change',
    change: { places: new Map(moves), ...(backgroundId === undefined ? {} : { backgroundId }) },
    ...(name === undefined ? {} : { name }),
  }))
const events = fc.array(
  fc.oneof({ weight: 4, arbitrary: change }, fc.constantFrom<EditEvent>({ type: 'undo' }, { type: 'redo' })),
  {
    maxLength: 25,
  },
)
const after = (edit: Edit, list: readonly EditEvent[]) => list.reduce(edited, edit)
const seen = ({ draft }: Edit) => ({ places: [...draft.places], backgroundId: draft.backgroundId })

describe('the edit of a plan', () => {
  it('undoing everything leads to the beginning, redoing everything to the end [LIVE-4]', () => {
    fc.assert(
      fc.property(plan(3), events, (start, list) => {
        const edit = after(beginEdit(start), list)
        const undone = after(
          edit,
          edit.done.map(() => ({ type: 'undo' })),
        )
        expect(seen(undone)).toEqual(seen(beginEdit(start)))
        expect(isChanged(undone)).toBe(false)
        const redone = after(
          undone,
          edit.done.map(() => ({ type: 'redo' })),
        )
        expect(seen(redone)).toEqual(seen(edit))
      }),
    )
  })

  it('saves exactly the differences, whatever was done and undone in between [LIVE-4]', () => {
    fc.assert(
      fc.property(plan(3), events, (start, list) => {
        const edit = after(beginEdit(start), list)
        const input = saveInput(edit)
        expect(savePlan.input.safeParse(input).success).toBe(true)
        expect(input).toMatchObject({ siteId: start.siteId, version: 3 })
        const saved = new Map(input.devices.map(({ id, place: to }) => [id, to]))
        for (const { id, place: before } of start.devices) {
          const now = edit.draft.places.get(id) ?? null
          expect(saved.has(id)).toBe(!samePlace(before, now))
          if (saved.has(id)) expect(saved.get(id)).toEqual(now)
        }
        expect('backgroundId' in input).toBe(edit.draft.backgroundId !== null)
        expect(isChanged(edit)).toBe(saved.size > 0 || 'backgroundId' in input)
      }),
    )
  })

  it('on top of another save keeps our moves and takes the rest of theirs, as one step [LIVE-4]', () => {
    fc.assert(
      fc.property(plan(3), events, plan(4), (start, list, theirs) => {
        const edit = after(beginEdit(start), list)
        const mine = new Map(saveInput(edit).devices.map(({ id, place: to }) => [id, to]))
        const merged = edited(edit, { type: 'onTop', plan: theirs })
        for (const { id, place: their } of theirs.devices)
          expect(merged.draft.places.get(id)).toEqual(mine.has(id) ? mine.get(id) : their)
        expect(saveInput(merged).version).toBe(4)
        expect(merged.done.length).toBeLessThanOrEqual(1)
        expect(seen(edited(edit, { type: 'take', plan: theirs }))).toEqual(seen(beginEdit(theirs)))
      }),
    )
  })

  it('a held key is one step; what changes nothing is none', () => {
    const start = planOf({
      devices: [{ id: 1, name: 'Box', place: { xMm: 0, yMm: 0, widthMm: 1, heightMm: 1, rotationDeg: 0 } }],
    })
    const to = (xMm: number): EditEvent => ({
      type: 'change',
      name: 'nudge 1',
      change: { places: new Map([[1, { xMm, yMm: 0, widthMm: 1, heightMm: 1, rotationDeg: 0 }]]) },
    })
    const edit = after(beginEdit(start), [to(100), to(200), to(300), to(300)])
    expect(edit.done).toHaveLength(1)
    expect(edited(edit, { type: 'undo' }).draft.places.get(1)?.xMm).toBe(0)
    expect(edited(beginEdit(start), to(0)).done).toHaveLength(0)
  })
})
