import { describe, expect, it } from 'vitest'
import { healthOf, type Overview } from './overview-states.ts'

const calm: Overview = {
  asOf: '2026-11-27T10:00:00Z',
  companies: { all: 2, licenceOver: 0 },
  sites: 4,
  gateways: { all: 3, linked: 3, silent: 0 },
  malfunctions: { open: 0, errors: 0 },
  today: { timeZone: 'Europe/Berlin', reservations: 12, revenueCents: 4_500 },
  jobs: { late: 0, failed: 0 },
  messages: { queued: 1, failed: 0 },
  log: { errors: 0, warnings: 3 },
  storage: { bytes: 1e9, growthPerDay: 1e6, freeBytes: 1e12, daysLeft: 1_000 },
  processes: { alive: 1, late: 0 },
  load: { memoryBytes: 2e8, processor: 0.3, delayMs: 4 },
  versions: { holdfast: '1.0.0', postgresql: '18.4', timescale: null, node: '20.19.0', schema: '0094' },
  configured: { mail: true, sms: false, payments: 'none' },
}

describe('the state of each figure of the overview [ADM-23]', () => {
  it('is fine where nothing is to be done', () => {
    expect(new Set(Object.values(healthOf(calm)))).toEqual(new Set(['fine']))
  })

  it.each([
    ['companies', { companies: { all: 2, licenceOver: 1 } }, 'attention'],
    ['gateways', { gateways: { all: 3, linked: 2, silent: 1 } }, 'attention'],
    ['gateways', { gateways: { all: 3, linked: 0, silent: 3 } }, 'bad'],
    ['malfunctions', { malfunctions: { open: 1, errors: 0 } }, 'attention'],
    ['malfunctions', { malfunctions: { open: 1, errors: 1 } }, 'bad'],
    ['jobs', { jobs: { late: 0, failed: 1 } }, 'attention'],
    ['messages', { messages: { queued: 0, failed: 1 } }, 'attention'],
    ['log', { log: { errors: 1, warnings: 0 } }, 'attention'],
    ['storage', { storage: { ...calm.storage, daysLeft: 200 } }, 'attention'],
    ['storage', { storage: { ...calm.storage, daysLeft: 3 } }, 'bad'],
    ['processes', { processes: { alive: 1, late: 1 } }, 'attention'],
    ['load', { load: { ...calm.load, delayMs: 900 } }, 'bad'],
    ['configured', { configured: { ...calm.configured, mail: false } }, 'attention'],
  ] as const)('%s with %j is %s', (figure, change, state) => {
    expect(healthOf({ ...calm, ...change })[figure]).toBe(state)
  })
})
