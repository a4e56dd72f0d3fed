import { beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import type { ListDef } from '../../contract/list.ts'
import { queries } from '../../contract/registry.ts'
import { barriersLaw } from '../barriers/testing/list-law.ts'
import { codesLaw } from '../codes/testing/list-law.ts'
import { commandLogLaw } from '../control/testing/list-law.ts'
import { deviceAccessMethodsLaw } from '../device-access-methods/testing/list-law.ts'
import { deviceTypesLaw } from '../device-types/testing/list-law.ts'
import { devicesLaw } from '../devices/testing/list-law.ts'
import { eventsLaw } from '../events/testing/list-law.ts'
import { gatewaysLaw } from '../gateways/testing/list-law.ts'
import { binLaw, changesLaw } from '../history/testing/list-law.ts'
import { useApp } from '../http/testing/use-app.ts'
import { importsLaw } from '../imports/testing/list-law.ts'
import { pastMalfunctionsLaw } from '../insight/testing/list-law.ts'
import { runQuery } from '../kernel/bus/dispatch.ts'
import { locationsLaw } from '../locations/testing/list-law.ts'
import { logsLaw } from '../logs/testing/list-law.ts'
import { maintenanceLaw } from '../maintenance/testing/list-law.ts'
import { messagesLaw } from '../messages/testing/list-law.ts'
import { transactionsLaw } from '../payments/testing/list-law.ts'
import { productsLaw } from '../products/testing/list-law.ts'
import { historyLaw, reservationsLaw } from '../reservations/testing/list-law.ts'
import { sitesLaw } from '../sites/testing/list-law.ts'
import { sessionHashOf } from '../socket/cookie.ts'
import { tariffsLaw } from '../tariffs/testing/list-law.ts'
import { tenantsLaw } from '../tenants/testing/list-law.ts'
import { cookieFor } from '../testing/sessions.ts'
import type { World } from '../testing/world.ts'
import { zonesLaw } from '../zones/testing/list-law.ts'
import type { ListLaw } from './testing/list-law.ts'

/** One line per list. */
const laws: readonly ListLaw[] = [
  // Before all others: every row that those write has a history.
  changesLaw,
  binLaw,
  barriersLaw,
  // Before the lists whose rows have devices of their own: the search would find those.
  devicesLaw,
  pastMalfunctionsLaw,
  eventsLaw,
  maintenanceLaw,
  messagesLaw,
  codesLaw,
  commandLogLaw,
  deviceAccessMethodsLaw,
  deviceTypesLaw,
  gatewaysLaw,
  productsLaw,
  reservationsLaw,
  historyLaw,
  transactionsLaw,
  importsLaw,
  locationsLaw,
  logsLaw,
  sitesLaw,
  tariffsLaw,
  tenantsLaw,
  zonesLaw,
]

type Login = keyof World['users']
type Reply = z.output<ListDef['reply']> & { rows: unknown[] }
const { db, world, app } = await useApp(() => ({ limits: { take: async () => null } }) as never)
const cookies = new Map<Login, string>()

beforeAll(async () => {
  for (const login of ['rm', 'srm', 'admin', 'visitor', 'foreignRm'] as const) {
    cookies.set(login, await cookieFor(db.knex, world.users[login].id, login === 'admin' ? 'admin' : 'portal'))
  }
})

async function refusalOf(login: Login, def: ListDef, input: unknown) {
  const answer = await runQuery(
    app.context,
    sessionHashOf(cookies.get(login), login === 'admin' ? 'admin' : 'portal'),
    { name: def.name, input },
  )
  return answer.ok ? null : answer.refusal
}

async function ask(login: Login, def: ListDef, input: z.input<ListDef['input']>): Promise<Reply> {
  const answer = await runQuery(
    app.context,
    sessionHashOf(cookies.get(login), login === 'admin' ? 'admin' : 'portal'),
    { name: def.name, input },
  )
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.refusal)}`)
  return answer.view as Reply
}

/** Number of records in a list's file, without its heads. */
async function recordsOf(login: Login, def: ListDef, input: z.input<ListDef['input']>): Promise<number> {
  const path = `/lists/${def.name}/csv?input=${encodeURIComponent(JSON.stringify(input))}`
  const { status, text, headers } = await app.ask('GET', path, { cookie: cookies.get(login) ?? '' })
  expect(status, text).toBe(200)
  expect(headers.get('content-type')).toContain('text/csv')
  // Records end outside of quotes.
  return text.replace(/"(?:[^"]|"")*"/g, '').split('\r\n').length - 2
}

it('there is a law for every list [ADM-23]', () => {
  const lists = queries.filter((query) => 'sorts' in query).map(({ name }) => name)
  expect(laws.map(({ def }) => def.name).sort()).toEqual([...lists].sort())
})

describe.each(laws)('the list $def.name', (law) => {
  const { def, reader = 'rm' } = law
  const idOf = (row: unknown) => law.id?.(row) ?? (row as { id: number }).id
  const plant = (side: 'own' | 'foreign', text: string) => law.plant(db.knex, world, side, text)
  const found = async (login: Login, search: string) => (await ask(login, def, { search })).rows.map(idOf)

  if (law.scoped)
    it('has no foreign rows, whatever is searched for [ADM-23]', async () => {
      const mine = await plant('own', 'scope mine')
      const theirs = await plant('foreign', 'scope theirs')
      expect(await found(reader, 'scope')).toEqual([mine])
      expect(await found('foreignRm', 'scope')).toEqual([theirs])
      expect(await found(reader, 'scope theirs')).toEqual([])
      expect(await recordsOf(reader, def, { search: 'scope' })).toBe(1)
    })

  if (law.scoped && !law.personal)
    it('shows managers what lies in a zone for as long as it is theirs, and admins all of it [ADM-23]', async () => {
      const mine = await plant('own', 'shared mine')
      const theirs = await plant('foreign', 'shared theirs')
      const { id: managerId } = world.users[reader]
      const taken = await db.knex('user_zones').where({ user_id: world.users.foreignRm.id }).pluck('zone_id')
      const shared = taken.map((zone_id: number) => ({ user_id: managerId, zone_id }))
      await db.knex('user_zones').insert(shared)
      expect(new Set(await found(reader, 'shared'))).toEqual(new Set([mine, theirs]))
      await db.knex('user_zones').where({ user_id: managerId }).whereIn('zone_id', taken).delete()
      expect(await found(reader, 'shared')).toEqual([mine])
      expect(new Set(await found('admin', 'shared'))).toEqual(new Set([mine, theirs]))
    })

  if (!law.scoped)
    it('is for admins alone [ADM-23]', async () => {
      for (const login of ['rm', 'srm', 'foreignRm', 'visitor'] as const)
        expect((await refusalOf(login, def, {}))?.code, login).toBe('not-authorized')
    })

  it('treats % and _ and \\ in a search as letters', async () => {
    const percent = await plant('own', 'wild 50% off')
    const underscore = await plant('own', 'wild 50_ off')
    const backslash = await plant('own', 'wild 50\\ off')
    await plant('own', 'wild 50x off')
    expect(await found(reader, 'd 50% o')).toEqual([percent])
    expect(await found(reader, 'd 50_ o')).toEqual([underscore])
    expect(await found(reader, 'd 50\\ o')).toEqual([backslash])
    expect(await found(reader, 'WILD 50X')).toHaveLength(1)
  })

  it('refuses an unknown sort, filter or page as bad input', async () => {
    for (const input of [
      { sort: 'password' },
      { sort: '-' },
      { filters: { nothing: 1 } },
      { page: 0 },
      { pageSize: 101 },
    ])
      expect((await refusalOf(reader, def, input))?.code, JSON.stringify(input)).toBe('bad-input')
  })

  it('shows each row once across pages, in every order, and in its file', async () => {
    const planted = []
    for (let count = 0; count < 7; count += 1) planted.push(await plant('own', 'paged'))
    const orders = def.sorts.flatMap((sort) => [sort, `-${sort}`])
    expect(orders).toContain(def.order)
    for (const sort of orders) {
      const shown = []
      for (const page of [1, 2, 3]) {
        const reply = await ask(reader, def, { search: 'paged', sort, page, pageSize: 3 } as never)
        expect(reply).toMatchObject({ recordCount: 7, countIsExact: true })
        shown.push(...reply.rows.map(idOf))
      }
      expect(new Set(shown), sort).toEqual(new Set(planted))
      expect(shown, sort).toHaveLength(planted.length)
    }
    expect((await ask(reader, def, { search: 'paged', page: 4, pageSize: 3 })).rows).toEqual([])
    expect(await recordsOf(reader, def, { search: 'paged', page: 2, pageSize: 3 })).toBe(7)
  })

  if (law.pushed)
    it('lists a row as it is pushed', async () => {
      const id = await plant('own', 'pushed')
      const { rows } = await ask(reader, def, { search: 'pushed' })
      expect(rows).toEqual([await law.pushed?.(db.knex, id, rows[0])])
    })
})
