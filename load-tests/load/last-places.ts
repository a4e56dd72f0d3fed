import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { projectRoot, type RunningPortal } from '../../server/testing/harness.ts'
import { makeBookingSite } from '../bench/booking-site.ts'
import { runK6 } from './k6.ts'

export interface Load {
  readonly k6: string
  readonly dir: string
  readonly knex: Knex
  readonly portal: RunningPortal
  readonly say: (text: string) => void
}

const visitors = Number(process.env['VISITORS'] ?? 60)
const places = Number(process.env['PLACES'] ?? 10)
const slots = Number(process.env['SLOTS'] ?? 5)

/** Many visitors on few places, over HTTP, slot after slot; then the whole database is looked through. True when everything holds. */
export async function lastPlaces({ k6, dir, knex, portal, say }: Load): Promise<boolean> {
  const site = await makeBookingSite(knex, { places, people: visitors })
  const cookies = join(dir, 'cookies.json')
  writeFileSync(cookies, JSON.stringify(site.people.map(({ cookie }) => cookie)))
  const base = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000).toISOString()
  const script = join(projectRoot(import.meta.dirname), 'load-tests/k6/last-places.ts')
  const env = { URL: portal.url, SITE: String(site.siteId), BASE: base, SLOTS: String(slots), COOKIES: cookies }
  const reached = await runK6(k6, script, env)
  const { rows } = await knex.raw<{ rows: { booked: number; overlaps: number; unpaid: number; sum: number }[] }>(
    `select (select count(*) from reservations where state = 'RESERVED') as booked,
       (select count(*) from reservations a join reservations b on a.device_id = b.device_id and a.id < b.id and a.span && b.span
        where a.state in ('CREATED', 'RESERVED') and b.state in ('CREATED', 'RESERVED') and not a.shared and not b.shared) as overlaps,
       (select count(*) from reservations r where r.state = 'RESERVED'
          and (select count(*) from transactions t where t.reservation_id = r.id) <> 1) as unpaid,
       (select sum(balance_cents) from account_balances) as sum`,
  )
  const [found] = rows
  const expected = Math.min(places, visitors) * slots
  const pass =
    reached && found?.booked === expected && found.overlaps === 0 && found.unpaid === 0 && Number(found.sum) === 0
  say(JSON.stringify({ test: 'T1', visitors, places, slots, expected, ...found, thresholds: reached, pass }))
  return pass
}
