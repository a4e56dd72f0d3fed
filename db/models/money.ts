/** Accounts, the ledger, payments and invoices; integer cents. */
import type { RelationMappings } from 'objection'
import { belongsTo, Entity } from './entity.ts'
import { Tenant, User } from './people.ts'
import { CostCenter, Reservation } from './reservations.ts'

export class Account extends Entity {
  static override readonly tableName = 'accounts'
  declare id: number
  declare kind: 'user' | 'cost-center' | 'tenant' | 'provider'
  declare userId: number | null
  declare costCenterId: number | null
  declare tenantId: number | null
  declare provider: string | null
  declare balanceCents: number
  declare overdraftCents: number
  declare createdAt: Date
  declare modifiedAt: Date
  declare user?: User | null
  declare costCenter?: CostCenter | null
  declare tenant?: Tenant | null
  static override get relationMappings(): RelationMappings {
    return {
      user: belongsTo(User, 'accounts.user_id', 'users.id'),
      costCenter: belongsTo(CostCenter, 'accounts.cost_center_id', 'cost_centers.id'),
      tenant: belongsTo(Tenant, 'accounts.tenant_id', 'tenants.id'),
    }
  }
}

export class Payment extends Entity {
  static override readonly tableName = 'payments'
  declare id: number
  declare apiId: string
  declare provider: string
  declare sessionId: string | null
  declare paymentId: string | null
  declare purpose: 'top-up' | 'reservation'
  declare userId: number
  declare reservationId: number | null
  declare amountCents: number
  declare refundedCents: number
  declare currency: string
  declare state: 'pending' | 'succeeded' | 'failed' | 'canceled' | 'expired'
  declare failure: string | null
  declare expiresAt: Date | null
  declare settledAt: Date | null
  declare checkedAt: Date | null
  declare url: string | null
  declare outcome: 'reserved' | 'moved' | 'refunded' | 'credited' | null
  declare version: number
  declare createdAt: Date
  declare modifiedAt: Date
  declare user?: User | null
  declare reservation?: Reservation | null
  static override get relationMappings(): RelationMappings {
    return {
      user: belongsTo(User, 'payments.user_id', 'users.id'),
      reservation: belongsTo(Reservation, 'payments.reservation_id', 'reservations.id'),
    }
  }
}

export class LedgerTransaction extends Entity {
  static override readonly tableName = 'transactions'
  declare id: number
  declare kind: 'top-up' | 'booking' | 'extension' | 'refund' | 'payout' | 'correction'
  declare fromAccountId: number
  declare toAccountId: number
  declare amountCents: number
  declare paymentMethod: 'credit' | 'card' | 'cost-center' | null
  declare reservationId: number | null
  declare paymentId: number | null
  declare refundOf: number | null
  declare reference: string | null
  declare description: string | null
  declare createdAt: Date
  declare createdBy: number | null
  declare from?: Account | null
  declare to?: Account | null
  declare reservation?: Reservation | null
  declare payment?: Payment | null
  declare original?: LedgerTransaction | null
  static override get relationMappings(): RelationMappings {
    return {
      from: belongsTo(Account, 'transactions.from_account_id', 'accounts.id'),
      to: belongsTo(Account, 'transactions.to_account_id', 'accounts.id'),
      reservation: belongsTo(Reservation, 'transactions.reservation_id', 'reservations.id'),
      payment: belongsTo(Payment, 'transactions.payment_id', 'payments.id'),
      original: belongsTo(LedgerTransaction, 'transactions.refund_of', 'transactions.id'),
    }
  }
}

export class Invoice extends Entity {
  static override readonly tableName = 'invoices'
  static override readonly jsonAttributes = ['recipient', 'lines']
  declare id: number
  declare tenantId: number
  declare kind: 'invoice' | 'credit-note'
  declare year: number
  declare number: number
  declare userId: number | null
  declare reservationId: number | null
  declare transactionId: number | null
  declare correctsId: number | null
  declare costCenterId: number | null
  declare issuedAt: Date
  declare currency: string
  declare netCents: number
  declare taxCents: number
  declare grossCents: number
  declare taxRatePercent: number
  declare recipient: Record<string, unknown>
  declare lines: Record<string, unknown>[]
  declare mediaId: string | null
  declare tenant?: Tenant | null
  declare user?: User | null
  declare reservation?: Reservation | null
  declare transaction?: LedgerTransaction | null
  static override get relationMappings(): RelationMappings {
    return {
      tenant: belongsTo(Tenant, 'invoices.tenant_id', 'tenants.id'),
      user: belongsTo(User, 'invoices.user_id', 'users.id'),
      reservation: belongsTo(Reservation, 'invoices.reservation_id', 'reservations.id'),
      transaction: belongsTo(LedgerTransaction, 'invoices.transaction_id', 'transactions.id'),
    }
  }
}

export class TestPayment extends Entity {
  static override readonly tableName = 'test_payments'
  static override readonly idColumn = 'session_id'
  declare sessionId: string
  declare amountCents: number
  declare reference: string
  declare returnUrl: string
  declare state: 'open' | 'paying' | 'paid' | 'refused' | 'expired'
  declare paysAt: Date | null
  declare toldAt: Date | null
  declare refundedCents: number
  declare expiresAt: Date
  declare createdAt: Date
}

export class TestRefund extends Entity {
  static override readonly tableName = 'test_refunds'
  static override readonly idColumn = 'request_key'
  declare requestKey: string
  declare sessionId: string
  declare amountCents: number
  declare createdAt: Date
  declare session?: TestPayment | null
  static override get relationMappings(): RelationMappings {
    return {
      session: belongsTo(TestPayment, 'test_refunds.session_id', 'test_payments.session_id'),
    }
  }
}
