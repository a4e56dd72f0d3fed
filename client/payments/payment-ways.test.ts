import { describe, expect, it } from 'vitest'
import { creditMissing, paymentWays, topUpFor } from './payment-ways.ts'

const options = {
  balanceCents: 300,
  overdraftCents: 0,
  costCenters: [{ id: 4, number: '100', name: 'Fleet' }],
  card: true,
  topUp: true,
}

describe('ways to pay', () => {
  it('are credit, cost centres and card; insufficient credit says how much is missing [PAY-1]', () => {
    expect(paymentWays(options, 450).map(({ key, missingCents }) => [key, missingCents])).toEqual([
      ['credit', 150],
      ['cost-center 4', 0],
      ['card', 0],
    ])
    expect(paymentWays({ ...options, card: false, costCenters: [] }, 300).map(({ key }) => key)).toEqual(['credit'])
  })

  it('count the overdraft, -1 without limit [PAY-1]', () => {
    expect(creditMissing({ ...options, overdraftCents: 150 }, 450)).toBe(0)
    expect(creditMissing({ ...options, overdraftCents: 149 }, 450)).toBe(1)
    expect(creditMissing({ ...options, overdraftCents: -1 }, 1_000_000)).toBe(0)
  })

  it('offer a top-up of at least what is missing, in whole euros, from 5 to 500 [PAY-1]', () => {
    expect([1, 500, 501, 1_234, 90_000].map(topUpFor)).toEqual([500, 500, 600, 1_300, 50_000])
  })
})
