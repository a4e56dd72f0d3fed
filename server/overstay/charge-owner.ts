import type { Knex } from 'knex'
import type { Language } from '../../contract/session.ts'
import { soldBy } from '../../db/models/sold-by.ts'
import { publish } from '../../db/outbox.ts'
import { exists, many } from '../../db/sql.ts'
import type { LockedReservation } from '../claims/own.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import { type Charge, charge } from '../money/ledger.ts'
import { meChange } from '../session/me.ts'

const description: Readonly<Record<Language, string>> = {
  en: 'Stayed longer than reserved',
  de: 'Länger geblieben als reserviert',
  fr: 'Resté plus longtemps que réservé',
  it: 'Rimasto oltre la prenotazione',
}

/**
 * Charges an overstay once, if the company may take money (product PAYMENT), to the person's credit (also after a card
 * payment) or cost centre, within the permitted overdraft. Returns the cents charged.
 */
export async function chargeOwner(trx: Knex.Transaction, own: LockedReservation, cents: number): Promise<number> {
  const { userId, costCenterId } = own
  if (cents <= 0 || userId === null) return 0
  const tenantId = own.rules.tenantId ?? (await tenantOf(trx, own))
  if (tenantId === null || !(await exists(trx, `select where ${soldBy('?', 'PAYMENT')}`, [tenantId]))) return 0
  const [account] = await many<{ free: number | null; language: Language }>(
    trx,
    `select case when a.overdraft_cents = -1 then null else greatest(0, a.balance_cents + a.overdraft_cents)::float8 end as free, u.language
     from accounts a, users u where u.id = ? and ${costCenterId === null ? 'a.user_id' : 'a.cost_center_id'} = ? for no key update of a`,
    [userId, costCenterId ?? userId],
  )
  const taken = Math.min(cents, account?.free ?? cents)
  if (!account || taken <= 0) return 0
  const what: Charge = {
    reservationId: own.id,
    kind: 'extension',
    amountCents: taken,
    tenantId,
    userId,
    costCenterId,
    method: costCenterId === null ? 'credit' : 'cost-center',
    by: null,
    reference: `overstay:${own.id}`,
    description: description[account.language] ?? description.en,
  }
  // Never refused, because the charge is limited to what is available.
  await charge(trx, what, refuser())
  if (costCenterId === null) await publish(trx, [await meChange(trx, userId)])
  return taken
}

/** For a reservation without a seller: the tenant of its access time. */
async function tenantOf(trx: Knex.Transaction, { eventId }: LockedReservation): Promise<number | null> {
  if (eventId === null) return null
  const tenant = 'select z.tenant_id as id from events e join zones z on z.id = e.zone_id where e.id = ?'
  const [found] = await many<{ id: number }>(trx, tenant, [eventId])
  return found?.id ?? null
}
