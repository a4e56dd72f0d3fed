import { expect, it } from 'vitest'
import { holderOf } from './holder.ts'

it('k6 holds as many sockets as it can without being measured itself [OPS-5]', () => {
  expect([200, 1_000, 1_001, 5_000].map(holderOf)).toEqual(['k6', 'k6', 'crowd', 'crowd'])
})
