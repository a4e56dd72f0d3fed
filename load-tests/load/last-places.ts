import { makeBookingSite } from '../bench/booking-site.ts'
import { checkBookings } from './check-bookings.ts'
import { exactly, type Outcome, type Scenario, type Stage, sizeOf, valueOf } from './scenario.ts'

/** Many visitors on few places, over HTTP, slot after slot. */
export const lastPlaces: Scenario = {
  name: 'last-places',
  test: 'T1',
  proves:
    'Of all who want the last places at the same moment exactly as many win as there are places; everybody else gets a proper refusal.',
  sizes: {
    short: { visitors: 40, places: 5, slots: 4 },
    usual: { visitors: 60, places: 10, slots: 20 },
    long: { visitors: 500, places: 10, slots: 20 },
  },
  run,
}

async function run(stage: Stage): Promise<Outcome> {
  const { knex, sizes } = stage
  const [visitors, places, slots] = [sizeOf(sizes, 'visitors'), sizeOf(sizes, 'places'), sizeOf(sizes, 'slots')]
  const site = await makeBookingSite(knex, { places, people: visitors })
  const base = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000).toISOString()
  const summary = await stage.k6('last-places', {
    data: site.people.map(({ cookie }) => cookie),
    env: { SITE: site.siteId, BASE: base, SLOTS: slots },
  }).ended
  const found = await checkBookings(knex)
  const expected = Math.min(places, visitors) * slots
  const hold = (value: string) => valueOf(summary, 'http_req_duration{verb:hold}', value)
  return {
    n: expected,
    faults: 0,
    lost: expected - found.booked + found.unpaid,
    dup: found.overlaps + found.paidTwice,
    p50: hold('med'),
    p95: hold('p(95)'),
    p99: hold('p(99)'),
    figures: { winners: found.booked, 'properly told losers': valueOf(summary, 'lost', 'count') },
    checks: [exactly('winners', found.booked, expected), ...found.checks],
  }
}
