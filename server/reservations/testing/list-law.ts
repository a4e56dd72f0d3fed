import type { Knex } from 'knex'
import type * as z from 'zod'
import { history, list } from '../../../contract/reservations.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'
import { pushedRow } from '../../laws/testing/pushed-row.ts'
import type { World } from '../../testing/world.ts'
import { publishReservations } from '../publish-reservations.ts'

let planted = 0

function plant(knex: Knex, world: World, side: 'own' | 'foreign', row: object): Promise<number> {
  planted += 1
  const start = Date.UTC(2026, 0, 1) + planted * 3_600_000
  return insert(knex, 'reservations', {
    site_id: world[side].siteId,
    device_id: world[side].gateway.devices[0]?.id,
    starts_at: new Date(start),
    ends_at: new Date(start + 3_600_000),
    ...row,
  })
}

const publishing = (id: number | string) => (trx: Knex.Transaction) => publishReservations(trx, [Number(id)])

/** Reservations are found by their note. */
export const reservationsLaw: ListLaw = {
  def: list,
  scoped: true,
  plant: (knex, world, side, note) =>
    plant(knex, world, side, {
      user_id: world.users.visitor.id,
      state: 'RESERVED',
      reserved_at: new Date(),
      note,
    }),
  pushed: (knex, id) => pushedRow(knex, 'booking', id, publishing(id)),
}

/** Past reservations of a person are found by their note, too. */
export const historyLaw: ListLaw = {
  def: history,
  scoped: true,
  personal: true,
  plant: (knex, world, side, note) =>
    plant(knex, world, side, {
      user_id: world.users[side === 'own' ? 'rm' : 'foreignRm'].id,
      state: 'CANCELED',
      end_reason: 'abandoned',
      ended_at: new Date(),
      note,
    }),
  id: (row) => (row as z.output<typeof history.row>).reservation.id,
  pushed: async (knex, id) => ({
    reservation: await pushedRow(knex, 'reservation', id, publishing(id)),
    transactions: [],
  }),
}
