import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { addGateway } from '../../server/testing/world.ts'
import { idOf, timeOf } from '../k6/batches.ts'
import { checkTelemetry } from './check-telemetry.ts'

const [base, size, batches] = [Date.now() - 86_400_000, 10, 11]
let db: TestDatabase
let gateway: Awaited<ReturnType<typeof addGateway>>

beforeAll(async () => {
  db = await createTestDatabase()
  const [site] = (await db.knex('sites').insert({ name: 'Flood' }).returning('id')) as { id: number }[]
  gateway = await addGateway(db.knex, site?.id ?? 0, 'flood', 3)
})
afterAll(() => db.close())

it('the check of a flood finds what is missing and what is duplicated [OPS-5]', async () => {
  const { knex } = db
  const places = Array.from({ length: batches * size }, (_, n) => ({ batch: Math.floor(n / size), place: n % size }))
  const rowOf = ({ batch, place }: { batch: number; place: number }) => ({
    device_id: gateway.devices[place % gateway.devices.length]?.id,
    at: new Date(timeOf(base, size, batch, place)),
  })
  const pressed = ({ batch, place }: { batch: number; place: number }) => place === 0 && batch % 10 === 0
  await knex('gateway_messages').insert(
    places.map(({ batch, place }) => ({ gateway_id: gateway.id, id: idOf(batch, place) })),
  )
  await knex('readings').insert(places.filter((each) => !pressed(each)).map(rowOf))
  const event = (each: { batch: number; place: number }) => ({
    ...rowOf(each),
    gateway_id: gateway.id,
    event: 'button',
    received_at: new Date(),
  })
  await knex('access_events').insert(places.filter(pressed).map(event))
  const look = (told = batches) => checkTelemetry(knex, [{ gateway: gateway.id, batches: told }], { base, size })

  expect(await look()).toMatchObject({ acknowledged: batches * size, lost: 0, doubled: 0 })
  await knex('access_events').insert(event({ batch: 10, place: 0 }))
  await knex('readings').insert(rowOf({ batch: 3, place: 4 }))
  await knex('readings')
    .where(rowOf({ batch: 5, place: 6 }))
    .delete()
  await knex('gateway_messages')
    .where({ id: idOf(7, 8) })
    .delete()
  const found = await look()
  expect(found).toMatchObject({ lost: 2, doubled: 2 })
  expect(found.checks.map(({ ok }) => ok)).toEqual([false, false, false])
  expect((await look(batches + 1)).lost).toBe(2 + 2 * size)
})
