import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stageProblems } from './stage-order.ts'

const tariff = (...stages: [untilMinutes: number, priceCents: number][]) =>
  stages.map(([untilMinutes, priceCents]) => ({ untilMinutes, priceCents }))
const problems = (...stages: [number, number][]) =>
  stageProblems(tariff(...stages)).map(({ index, field, code, than }) => `${index}.${field} ${code} ${than}`)

describe('stages of a tariff ascend strictly [ADM-18]', () => {
  it.each([
    ['no stage', []],
    ['one stage', [[60, 0]]],
    [
      'three stages',
      [
        [60, 0],
        [120, 1],
        [1_440, 600],
      ],
    ],
  ] as [string, [number, number][]][])('%s is in order', (_what, stages) => {
    expect(problems(...stages)).toEqual([])
  })

  it('names both of two neighbours out of order', () => {
    expect(problems([60, 150], [30, 300])).toEqual(['0.untilMinutes field-less 30', '1.untilMinutes field-greater 60'])
    expect(problems([60, 300], [120, 150])).toEqual(['0.priceCents field-less 150', '1.priceCents field-greater 300'])
  })

  it('counts equal values as out of order', () => {
    expect(problems([60, 150], [60, 150])).toHaveLength(4)
  })

  it('names each value once', () => {
    expect(problems([60, 100], [30, 200], [20, 300])).toEqual([
      '0.untilMinutes field-less 30',
      '1.untilMinutes field-greater 60',
      '2.untilMinutes field-greater 30',
    ])
  })

  it('finds nothing if and only if the stages ascend strictly', () => {
    const stage = fc.record({
      untilMinutes: fc.integer({ min: 1, max: 9 }),
      priceCents: fc.integer({ min: 0, max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(stage, { maxLength: 5 }), (stages) => {
        const ascends = (values: number[]) =>
          values.every((value, at) => at === 0 || value > (values[at - 1] ?? Number.POSITIVE_INFINITY))
        const inOrder =
          ascends(stages.map((each) => each.untilMinutes)) && ascends(stages.map((each) => each.priceCents))
        expect(stageProblems(stages).length === 0).toBe(inOrder)
      }),
    )
  })
})
