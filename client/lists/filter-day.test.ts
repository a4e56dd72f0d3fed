import { expect, it } from 'vitest'
import { boundOf } from './filter-day.tsx'

it('a day is the whole day of its reader, also across a clock change [CTRL-8]', () => {
  expect(boundOf('2026-10-25', false, 'Europe/Berlin')).toBe('2026-10-24T22:00:00.000Z')
  expect(boundOf('2026-10-25', true, 'Europe/Berlin')).toBe('2026-10-25T22:59:59.999Z')
})
