import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CommandDef } from '../../contract/kit.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import type { Values } from '../../contract/testing/bad-input/values.ts'
import { useApp } from '../http/testing/use-app.ts'
import { runCommand, runQuery } from '../kernel/bus/dispatch.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import { registry } from '../registry.ts'
import { openSession, testContext } from '../testing/context.ts'
import { cookieFor } from '../testing/sessions.ts'
import type { BadInputLaw, Calls } from './testing/bad-input-law.ts'
import { badInputLaws } from './testing/bad-input-laws.ts'

/** What is sent, the field that is refused, its issue and the status. */
type Rule = readonly [change: Values, path: string, issue: RefusalCode, status: 400 | 409]

const limits = { take: async () => null }
const { db, world, app } = await useApp(() => ({ limits }))
const context: Kernel = { ...testContext(db.knex, registry()), limits }
let admin: Buffer
const cookies = new Map<string, string>()
beforeAll(async () => {
  admin = await openSession(db.knex, world.users.admin.id, 'admin')
  for (const who of ['admin', 'foreignRm', 'visitor'] as const)
    cookies.set(who, await cookieFor(db.knex, world.users[who].id, who === 'admin' ? 'admin' : 'portal'))
})

const headers = { 'content-type': 'application/json', 'accept-language': 'en' }
const send = ({ name }: CommandDef, input: Values) => runCommand(context, admin, { id: randomUUID(), name, input })
const call = ([method, path]: readonly [string, string], body: Values, who = 'admin') =>
  app.ask(method, path, { cookie: cookies.get(who) ?? '', body: JSON.stringify(body), headers })

/** Returns the issues of a refused command as 'path issue', after its code. */
async function refusedBy(def: CommandDef, input: Values): Promise<string[]> {
  const answer = await send(def, input)
  if (answer.ok) return ['carried out']
  return [answer.refusal.code, ...(answer.refusal.fields ?? []).map(({ path, issue }) => `${path} ${issue}`)]
}

/** The rows of the entity, to the last column. */
const stored = (table: string) => db.knex(table).orderBy('id').select()

const rowOf = async ({ form }: BadInputLaw, id: number): Promise<Values> => {
  const answer = await runQuery(context, admin, { name: form.read?.name ?? '', input: { [form.idKey]: id } })
  return answer.ok ? (answer.view as Values) : {}
}

/** Returns the fields as the call names them. */
function named(fields: Values, { names = {}, wrap = (body) => body }: Calls): Values {
  const back = new Map(Object.entries(names).map(([name, field]) => [field, name]))
  return wrap(Object.fromEntries(Object.entries(fields).map(([field, value]) => [back.get(field) ?? field, value])))
}
const pointerOf = (path: string, { names = {} }: Calls): string => {
  const [first = '', ...rest] = path.split('.')
  const name = Object.entries(names).find(([, field]) => field === first)?.[0] ?? first
  return ['', name, ...rest].join('/')
}

describe.each([...badInputLaws])('bad input of $form.entity', (law) => {
  const { input, form, table, calls } = law
  const { add, edit, idKey, good, onlyNew = {}, wrong } = input
  const editText = form.edit
  let rules: readonly Rule[]
  let id: number
  const fresh = () => ({ ...good, ...onlyNew, ...law.refers(world) })
  const isOfEdit = ([change]: Rule) => Object.keys(change).every((field) => !Object.hasOwn(onlyNew, field))
  const code = (issue: RefusalCode, status: number) => (status === 409 ? issue : 'bad-input')
  beforeAll(async () => {
    const collisions = (await law.collisions?.(db.knex, world)) ?? []
    rules = [...wrong.map(([change, path, issue]): Rule => [change, path, issue, 400]), ...collisions]
    id = await form.plant(db.knex, world, 'own')
  })

  it('is nothing that a good input has, by command and by call', async () => {
    if (add) expect(await refusedBy(add, fresh())).toEqual(['carried out'])
    if (calls?.add) {
      const answer = await call(calls.add, named(fresh(), calls))
      expect(answer.status, answer.text).toBe(200)
    }
  })

  it('is refused by the commands at its field, and nothing is stored [ADM-20]', async () => {
    const before = await stored(table)
    const seen = await rowOf(law, id)
    const input = { ...editText?.input(seen, 'Good'), ...law.confirmed, [idKey]: id, version: seen['version'] }
    for (const [change, path, issue, status] of rules) {
      const expected = [code(issue, status), expect.arrayContaining([`${path} ${issue}`])]
      const said = JSON.stringify(change).slice(0, 80)
      const inShort = ([first, ...issues]: string[]) => [first, issues]
      if (add) expect(inShort(await refusedBy(add, { ...fresh(), ...change })), said).toEqual(expected)
      if (isOfEdit([change, path, issue, status]))
        expect(inShort(await refusedBy(edit, { ...input, ...change })), said).toEqual(expected)
    }
    expect(await stored(table)).toEqual(before)
  })

  if (calls)
    it('is refused by the calls with its status at the field as they name it, and nothing is stored [ADM-20] [API-1]', async () => {
      const before = await stored(table)
      for (const [change, path, issue, status] of rules) {
        const error = expect.objectContaining({
          code: code(issue, status),
          source: { pointer: pointerOf(path, calls) },
        })
        const expected = { status, body: { errors: expect.arrayContaining([error]) } }
        const said = JSON.stringify(change).slice(0, 80)
        if (calls.add)
          expect(await call(calls.add, named({ ...fresh(), ...change }, calls)), said).toMatchObject(expected)
        if (isOfEdit([change, path, issue, status]))
          expect(await call(calls.edit(id), named({ ...law.confirmed, ...change }, calls)), said).toMatchObject(
            expected,
          )
      }
      expect(await stored(table)).toEqual(before)
    })

  if (calls)
    it('leaves rows of others, absent ones and newer ones alone: 404, 403 and 409 [ADM-23] [API-1]', async () => {
      const before = await stored(table)
      const nothing = named({}, calls)
      expect((await call(calls.edit(id), nothing, 'foreignRm')).status).toBe(form.scoped ? 404 : 403)
      expect((await call(calls.edit(id), nothing, 'visitor')).status).toBe(403)
      expect((await call(calls.edit(999_999), nothing)).status).toBe(404)
      expect(await call(calls.edit(id), named({ version: 0 }, calls))).toMatchObject({
        status: 409,
        error: { code: 'changed-meanwhile' },
      })
      if (calls.add) expect((await call(calls.add, named(fresh(), calls), 'visitor')).status).toBe(403)
      expect(await stored(table)).toEqual(before)
    })
})
