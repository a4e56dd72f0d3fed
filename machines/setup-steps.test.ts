import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSetUp, type SetupStep, setupSteps, stepStates } from './setup-steps.ts'

const stateOf = (step: SetupStep, ...done: SetupStep[]) => stepStates(new Set(done))[step]

describe('the steps of setting up', () => {
  it.each<[SetupStep, SetupStep[]]>([
    ['company', []],
    ['zone', ['company']],
    ['site', ['company', 'zone']],
    ['gateway', ['company', 'zone', 'site']],
    ['devices', ['company', 'zone', 'site', 'gateway']],
    ['price', ['company', 'zone', 'site', 'gateway', 'devices']],
    ['accessTime', ['company', 'zone', 'site', 'gateway', 'devices', 'price']],
    ['booking', ['company', 'zone', 'site', 'gateway', 'devices', 'price', 'accessTime']],
  ])('come to %s after %j', (next, done) => {
    expect(stateOf(next, ...done)).toEqual({ is: 'next' })
  })

  it('wait for what they need, and name it', () => {
    expect(stateOf('site', 'company')).toEqual({ is: 'waiting', for: 'zone' })
    expect(stateOf('devices', 'company', 'zone', 'site')).toEqual({ is: 'waiting', for: 'gateway' })
    expect(stateOf('booking', 'company', 'zone', 'site', 'gateway', 'devices')).toEqual({
      is: 'waiting',
      for: 'accessTime',
    })
  })

  it('can be done in another order where nothing forbids it', () => {
    expect(stateOf('accessTime', 'company', 'zone')).toEqual({ is: 'open' })
    expect(stateOf('booking', 'devices', 'accessTime')).toEqual({ is: 'open' })
  })

  it('end with the test booking, with or without a price', () => {
    expect(isSetUp(new Set(setupSteps))).toBe(true)
    expect(isSetUp(new Set(setupSteps.filter((step) => step !== 'price')))).toBe(true)
    expect(isSetUp(new Set(setupSteps.filter((step) => step !== 'booking')))).toBe(false)
  })

  it('always name exactly one next step until all are done', () => {
    fc.assert(
      fc.property(fc.subarray([...setupSteps]), (done) => {
        const states = Object.values(stepStates(new Set(done)))
        const next = states.filter(({ is }) => is === 'next')
        expect(next).toHaveLength(done.length === setupSteps.length ? 0 : 1)
        expect(states.filter(({ is }) => is === 'done')).toHaveLength(done.length)
      }),
    )
  })
})
