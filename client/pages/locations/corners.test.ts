import { describe, expect, it } from 'vitest'
import { cornerAt, layOut, pointAt } from './corners.ts'
import { emptyLocation } from './location-fields.ts'

describe('the corners of a location', () => {
  it('lie around its position, the length from west to east', () => {
    expect(layOut({ latitude: 60, longitude: 10 }, 111_320_000, 222_640_000)).toEqual({
      upperLeft: { latitude: 61, longitude: 9 },
      upperRight: { latitude: 61, longitude: 11 },
      lowerRight: { latitude: 59, longitude: 11 },
      lowerLeft: { latitude: 59, longitude: 9 },
    })
  })

  it('are not laid out without position or size', () => {
    expect(layOut(null, 1_000, 1_000)).toBeNull()
    expect(layOut({ latitude: 60, longitude: 10 }, null, 1_000)).toBeNull()
    expect(layOut({ latitude: 60, longitude: 10 }, 1_000, 'wide')).toBeNull()
  })

  it('are points only where both coordinates are on earth', () => {
    expect(pointAt(51, 13)).toEqual({ latitude: 51, longitude: 13 })
    expect(pointAt(51, null)).toBeNull()
    expect(pointAt('51,x', 13)).toBeNull()
    expect(pointAt(91, 13)).toBeNull()
    expect(pointAt(51, -181)).toBeNull()
    expect(cornerAt({ ...emptyLocation, upperLeftLatitude: 51, upperLeftLongitude: 13 }, 'upperLeft')).toEqual({
      latitude: 51,
      longitude: 13,
    })
  })
})
