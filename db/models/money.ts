/** Accounts, the ledger, payments and invoices; integer cents. Columns and relations, nothing else. */
import { Model, type RelationMappings, snakeCaseMappers } from 'objection'
import { Tenant, User } from './people.ts'
import { CostCenter, Reservation } from './reservations.ts'

const columns = snakeCaseMappers({ underscoreBetweenUppercaseLetters: true })

export class Account extends Model {
  static override readonly tableName = 'accounts'
  static override readonly columnNameMappers = columns
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
      user: {
        relation: Model.BelongsToOneRelation,
        modelClass: User,
        join: { from: 'accounts.user_id', to: 'users.id' },
      },
      costCenter: {
        relation: Model.BelongsToOneRelation,
        modelClass: CostCenter,
        join: { from: 'accounts.cost_center_id', to: 'cost_centers.id' },
      },
      tenant: {
        relation: Model.BelongsToOneRelation,
        modelClass: Tenant,
        join: { from: 'accounts.tenant_id', to: 'tenants.id' },
      },
    }
  }
}

export class Payment extends Model {
  static override readonly tableName = 'payments'
  static override readonly columnNameMappers = columns
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
      user: {
        relation: Model.BelongsToOneRelation,
        modelClass: User,
        join: { from: 'payments.user_id', to: 'users.id' },
      },
      reservation: {
        relation: Model.BelongsToOneRelation,
        modelClass: Reservation,
        join: { from: 'payments.reservation_id', to: 'reservations.id' },
      },
    }
  }
}

export class LedgerTransaction extends Model {
  static override readonly tableName = 'transactions'
  static override readonly columnNameMappers = columns
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
      from: {
        relation: Model.BelongsToOneRelation,
        modelClass: Account,
        join: { from: 'transactions.from_account_id', to: 'accounts.id' },
      },
      to: {
        relation: Model.BelongsToOneRelation,
        modelClass: Account,
        join: { from: 'transactions.to_account_id', to: 'accounts.id' },
      },
      reservation: {
        relation: Model.BelongsToOneRelation,
        modelClass: Reservation,
        join: { from: 'transactions.reservation_id', to: 'reservations.id' },
      },
      payment: {
        relation: Model.BelongsToOneRelation,
        modelClass: Payment,
        join: { from: 'transactions.payment_id', to: 'payments.id' },
      },
      original: {
        relation: Model.BelongsToOneRelation,
        modelClass: LedgerTransaction,
        join: { from: 'transactions.refund_of', to: 'transactions.id' },
      },
    }
  }
}

export class Invoice extends Model {
  static override readonly tableName = 'invoices'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['recipient', 'lines']
  }
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
      tenant: {
        relation: Model.BelongsToOneRelation,
        modelClass: Tenant,
        join: { from: 'invoices.tenant_id', to: 'tenants.id' },
      },
      user: {
        relation: Model.BelongsToOneRelation,
        modelClass: User,
        join: { from: 'invoices.user_id', to: 'users.id' },
      },
      reservation: {
        relation: Model.BelongsToOneRelation,
        modelClass: Reservation,
        join: { from: 'invoices.reservation_id', to: 'reservations.id' },
      },
      transaction: {
        relation: Model.BelongsToOneRelation,
        modelClass: LedgerTransaction,
        join: { from: 'invoices.transaction_id', to: 'transactions.id' },
      },
    }
  }
}

export class TestPayment extends Model {
  static override readonly tableName = 'test_payments'
  static override readonly columnNameMappers = columns
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

export class TestRefund extends Model {
  static override readonly tableName = 'test_refunds'
  static override readonly columnNameMappers = columns
  static override readonly idColumn = 'request_key'
  declare requestKey: string
  declare sessionId: string
  declare amountCents: number
  declare createdAt: Date
  declare session?: TestPayment | null
  static override get relationMappings(): RelationMappings {
    return {
      session: {
        relation: Model.BelongsToOneRelation,
        modelClass: TestPayment,
        join: { from: 'test_refunds.session_id', to: 'test_payments.session_id' },
      },
    }
  }
}
