import { edit, read, remove } from '../../../contract/tariffs.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { FormLaw } from '../../laws/testing/form-law.ts'
import { tariffsLaw } from './list-law.ts'

export const tariffsFormLaw: FormLaw = {
  entity: 'tariffs',
  idKey: 'tariffId',
  scoped: true,
  read,
  edit: {
    def: edit,
    input: ({ name, stages }, description) => ({ name, stages, description }),
    text: ({ description }) => description,
  },
  remove: {
    def: remove,
    async depend(knex, world, tariffId) {
      const event = { zone_id: world.own.id, name: 'Law hours', starts_on: '2026-01-01', tariff_id: tariffId }
      await insert(knex, 'events', event)
      return { kind: 'event', name: 'Law hours' }
    },
  },
  async plant(knex, world, side) {
    const tariffId = Number(await tariffsLaw.plant(knex, world, side, 'Law'))
    await knex('tariff_stages').insert({ tariff_id: tariffId, until_minutes: 60, price_cents: 100 })
    return tariffId
  },
}
