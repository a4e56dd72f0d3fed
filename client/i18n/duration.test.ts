import { expect, it } from 'vitest'
import { largestUnit, shownUnit } from './duration.ts'

it.each([
  [0, 'minute'],
  [1, 'minute'],
  [90, 'minute'],
  [120, 'hour'],
  [1_440, 'day'],
  [10_080, 'week'],
  [43_200, 'day'],
  [60_480, 'week'],
] as const)('%s minutes are whole in the unit %s', (minutes, unit) => {
  expect(largestUnit(minutes)).toBe(unit)
})

it('a length is shown in the chosen unit while that takes two decimals', () => {
  expect(shownUnit(90, 'hour')).toBe('hour')
  expect(shownUnit(100, 'hour')).toBe('minute')
  expect(shownUnit(2_880, 'hour')).toBe('hour')
  expect(shownUnit(1_440, 'week')).toBe('day')
})
