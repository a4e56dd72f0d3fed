import { describe, expect, it } from 'vitest'
import { idsInAddress } from './ids-in-address.ts'

describe('the ids in an address', () => {
  const read = idsInAddress('siteId', 'gatewayId')

  it('are those that the page knows', () => {
    expect(read({ siteId: 7, gatewayId: '8', zoneId: 9 })).toEqual({ siteId: 7, gatewayId: 8 })
  })

  it.each([[undefined], [''], ['x'], [0], [-1], [1.5], [true], [[1]], [[1, 2]], [null]])(
    'are left out if they are %j',
    (siteId) => {
      expect(read({ siteId })).toEqual({})
    },
  )
})
