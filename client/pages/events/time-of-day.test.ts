import { expect, it } from 'vitest'
import { readTimeOfDay } from './time-of-day.ts'

it.each([
  ['', null],
  [' ', null],
  ['8', '08:00'],
  ['830', '08:30'],
  ['0830', '08:30'],
  ['8:30', '08:30'],
  ['8.30', '08:30'],
  ['8h30', '08:30'],
  ['8 h', '08:00'],
  ['24', '24:00'],
  ['99:99', '99:99'],
  ['noon', 'noon'],
  ['8:3', '8:3'],
])('a time of day that is typed as %o is %o', (typed, time) => {
  expect(readTimeOfDay(typed)).toBe(time)
})
