import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'

/**
 * Movements of the ledger (docs/rules.md, $). The database keeps balances and refuses what would exceed the overdraft.
 */
export interface Charge {
  readonly reservationId: number
  readonly kind: 'booking' | 'extension'
  readonly amountCents: number
  readonly tenantId: number
  readonly userId: number
  /** Null = the user's own credit. */
  readonly costCenterId: number | null
  readonly method: 'credit' | 'card' | 'cost-center'
  readonly paymentId?: number | null
  readonly by: number | null
  /** Key under which it is written once; by default its kind and reservation. */
  readonly reference?: string
  /** Text for the owner. */
  readonly description?: string
}

/**
 * Pays for a reservation: once, whatever is repeated (reference). Refuses insufficient-credit if the account may not go
 * so low. Throws if there is no account to pay from or to.
 */
export async function charge(
  trx: Knex.Transaction,
  what: Charge,
  refuse: Refuse<'insufficient-credit'>,
): Promise<void> {
  const [owner, of] = what.costCenterId === null ? [what.userId, 'user_id'] : [what.costCenterId, 'cost_center_id']
  const reference = what.reference ?? `${what.kind}:${what.reservationId}`
  try {
    const rows = await prepared<object>(
      trx,
      `insert into transactions (kind, from_account_id, to_account_id, amount_cents, payment_method, reservation_id, payment_id, reference, description, created_by)
       select :kind, source.id, income.id, :amount, :method, :reservation, :payment, :reference, :description, :by
       from (select id from accounts where ${of} = :owner) source,
            (select id from accounts where tenant_id = :tenant) income
       on conflict (reference) do nothing returning id`,
      {
        kind: what.kind,
        amount: what.amountCents,
        method: what.method,
        reservation: what.reservationId,
        payment: what.paymentId ?? null,
        reference,
        description: what.description ?? null,
        by: what.by,
        owner,
        tenant: what.tenantId,
      },
    )
    if (rows.length === 0 && !(await trx('transactions').where({ reference }).first('id')))
      throw new Error(`no account pays for or earns from reservation ${what.reservationId}`)
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23514' && constraint === 'accounts_never_below_permitted') return refuse('insufficient-credit')
    throw error
  }
}

/**
 * Refunds up to `cents` of what a reservation cost, to where it came from, once per payment (refund_of is unique). Returns
 * the refunded cents: 0 if nothing was paid or everything is refunded already.
 */
export async function refundReservation(
  trx: Knex.Transaction,
  { reservationId, cents, by }: { reservationId: number; cents: number; by: number | null },
): Promise<number> {
  if (cents <= 0) return 0
  const { rows } = await trx.raw<{ rows: { amount_cents: number }[] }>(
    `insert into transactions (kind, from_account_id, to_account_id, amount_cents, payment_method, reservation_id, refund_of, reference, created_by)
     select 'refund', t.to_account_id, t.from_account_id, least(t.amount_cents, :cents::int), t.payment_method, t.reservation_id, t.id,
       'refund:' || t.id, :by
     from transactions t
     where t.reservation_id = :reservationId and t.kind in ('booking', 'extension')
       and not exists (select from transactions r where r.refund_of = t.id)
     order by t.id limit 1
     on conflict (reference) do nothing
     returning amount_cents`,
    { reservationId, cents, by },
  )
  return rows[0]?.amount_cents ?? 0
}

/** Returns what was paid for a reservation and what is refunded, cents. */
export async function paidFor(trx: Knex, reservationId: number): Promise<{ paidCents: number; refundedCents: number }> {
  const { rows } = await trx.raw<{ rows: { paidCents: number; refundedCents: number }[] }>(
    `select coalesce(sum(amount_cents) filter (where kind in ('booking', 'extension')), 0)::int as "paidCents",
       coalesce(sum(amount_cents) filter (where kind = 'refund'), 0)::int as "refundedCents"
     from transactions where reservation_id = ?`,
    [reservationId],
  )
  return rows[0] ?? { paidCents: 0, refundedCents: 0 }
}
