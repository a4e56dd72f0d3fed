import { expect, it } from 'vitest'
import { many } from '../../db/sql.ts'
import { tableNames } from '../../db/testing/stored.ts'
import { useApp } from '../http/testing/use-app.ts'
import { cookieFor } from '../testing/sessions.ts'
import { routes } from './routes.ts'

const { db, world, app } = await useApp()

/** When somebody was last seen, and how often somebody called. */
const notes = ['public.sessions', 'public.rate_limits']

/** Everything that is stored, by table. */
async function stored(): Promise<Record<string, string>> {
  const tables = (await tableNames(db.knex)).filter((name) => !notes.includes(name))
  const sums = tables.map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
  )
  const rows = await many<{ name: string; sum: string }>(db.knex, sums.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

const reading = routes.filter(({ method }) => method === 'get')

it('no call that reads is answered by a command [ASVS V3.5.3]', () => {
  expect(reading.length).toBeGreaterThan(40)
  expect(reading.filter(({ answeredBy }) => answeredBy.startsWith('command '))).toEqual([])
})

it('no call that reads changes what is stored, for any caller [ASVS V3.5.3]', async () => {
  const cookies = ['', await cookieFor(db.knex, world.users.visitor.id), await cookieFor(db.knex, world.users.srm.id)]
  const before = await stored()
  expect(Object.keys(before).length).toBeGreaterThan(50)
  for (const cookie of cookies)
    for (const { path } of reading)
      expect((await app.ask('GET', path.replace(/:\w+/g, '1'), { cookie })).status, path).not.toBe(500)
  expect(await stored()).toEqual(before)
})
