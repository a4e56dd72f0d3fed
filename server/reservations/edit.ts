import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { edit } from '../../contract/reservations.ts'
import { note } from '../claims/append-history.ts'
import { type LockedReservation, lockFor } from '../claims/own.ts'
import { handle } from '../kernel/bus/handle.ts'
import { type Refuse, refuseField } from '../kernel/bus/refuse.ts'
import { publishReservations } from './publish-reservations.ts'

/** Changes note, licence plate and RFID token of a booked reservation and of the other parts of its stay (rule L-2). */
export default handle(edit, async ({ input, actor, trx, refuse }) => {
  const { reservationId, alsoIds = [], ...edits } = input
  const ids = [...new Set([reservationId, ...alsoIds])].sort((a, b) => a - b)
  const parts: LockedReservation[] = []
  for (const id of ids) parts.push(await lockFor(trx, actor, id, 'EDIT', refuse, 'either'))
  for (const part of parts) await writeEdits(trx, part, edits, actor.userId, refuse)
  return { reservationId }
})

export interface Edits {
  readonly note?: string | null | undefined
  readonly licencePlate?: string | null | undefined
  readonly rfidToken?: string | null | undefined
}

const columns = { note: 'note', licencePlate: 'licence_plate', rfidToken: 'rfid_token' } as const
const fields = ['note', 'licencePlate', 'rfidToken'] as const

/**
 * Writes and publishes what differs from the locked reservation; blanks clear a field. `by` null = the holder of a
 * link. Refuses licence-plate-required.
 */
export async function writeEdits(
  trx: Knex.Transaction,
  own: LockedReservation,
  edits: Edits,
  by: number | null,
  refuse: Refuse<'licence-plate-required'>,
): Promise<void> {
  const wanted = fields
    .filter((field) => edits[field] !== undefined)
    .map((field) => ({ field, value: edits[field]?.trim() || null }))
  const changed = wanted.filter(({ field, value }) => value !== own[field])
  if (changed.length === 0) return
  const plateGoes = changed.some(({ field, value }) => field === 'licencePlate' && value === null)
  if (plateGoes && own.rules.licencePlateMandatory) return refuseField(refuse, 'licence-plate-required', 'licencePlate')
  await trx('reservations')
    .where({ id: own.id })
    .update(Object.fromEntries(changed.map(({ field, value }) => [columns[field], value])))
  const actor = by === null ? 'link' : null
  const data = { fields: changed.map(({ field }) => field) }
  await note(trx, { reservationId: own.id, type: 'edited', at: own.now, by, actor, data })
  await publishReservations(trx, [own.id], { fact: fact('reservations.edited', { reservationIds: [own.id] }) })
}
