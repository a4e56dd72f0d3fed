/** Who may do what: roles, tenants, zones, users, products, sessions, tokens, commands. Columns and relations, nothing else; long because the tables are wide. */
import { Model, type RelationMappings, snakeCaseMappers } from 'objection'

const columns = snakeCaseMappers({ underscoreBetweenUppercaseLetters: true })

export class Role extends Model {
  static override readonly tableName = 'roles'
  static override readonly columnNameMappers = columns
  declare id: number
  declare name: string
  declare description: string | null
  declare canHaveTenants: boolean
  declare canHaveZones: boolean
  declare createdAt: Date
  declare modifiedAt: Date
}

export class Tenant extends Model {
  static override readonly tableName = 'tenants'
  static override readonly columnNameMappers = columns
  declare id: number
  declare name: string
  declare label: string | null
  declare prefix: string
  declare theme: string
  declare loginPath: string | null
  declare timeZone: string
  declare legalName: string | null
  declare addressLine1: string | null
  declare addressLine2: string | null
  declare zip: string | null
  declare city: string | null
  declare country: string | null
  declare taxId: string | null
  declare taxRatePercent: number
  declare licenseStart: string | null
  declare licenseEnd: string | null
  declare monitoring: boolean
  declare commerceContact: string | null
  declare projectManagerContact: string | null
  declare accountingPaymentCustomerId: string | null
  declare accountingRefundCustomerId: string | null
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
  declare loginBackgroundId: string | null
}

export class Zone extends Model {
  static override readonly tableName = 'zones'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['translations']
  }
  declare id: number
  declare tenantId: number
  declare name: string
  declare description: string | null
  declare emailSenderName: string | null
  declare monitoring: boolean
  declare readableWithoutLogin: boolean
  declare private: boolean
  declare additionalSupportInfo: string | null
  declare translations: Record<string, unknown>
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
  declare tenant?: Tenant | null
  static override get relationMappings(): RelationMappings {
    return {
      tenant: {
        relation: Model.BelongsToOneRelation,
        modelClass: Tenant,
        join: { from: 'zones.tenant_id', to: 'tenants.id' },
      },
    }
  }
}

export class User extends Model {
  static override readonly tableName = 'users'
  static override readonly columnNameMappers = columns
  declare id: number
  declare username: string
  declare email: string
  declare passwordHash: string | null
  declare firstname: string | null
  declare lastname: string | null
  declare fullName: string | null
  declare title: string | null
  declare gender: 'male' | 'female' | 'other' | null
  declare language: 'de' | 'en' | 'fr' | 'it'
  declare type: 'NORMAL' | 'SUPER'
  declare state: 'REGISTERED' | 'ACTIVE' | 'DEACTIVATED'
  declare roleId: number
  declare sessionTenantId: number | null
  declare addressLine1: string | null
  declare addressLine2: string | null
  declare zip: string | null
  declare city: string | null
  declare country: string | null
  declare landlineNumber: string | null
  declare mobileNumber: string | null
  declare wantsSms: boolean
  declare smsConsentAt: Date | null
  declare allowMaintenanceMails: boolean
  declare allowsAutomaticAccess: boolean
  declare tosAcceptedAt: Date | null
  declare rmContactEmail: string | null
  declare rmContactPhoneNumber: string | null
  declare initialPage: string | null
  declare firstOpenedZoneId: number | null
  declare ssoIssuer: string | null
  declare ssoSubject: string | null
  declare additionalSupportInfo: string | null
  declare rightsVersion: number
  declare lastLoginAt: Date | null
  declare deactivatedAt: Date | null
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
  declare role?: Role | null
  declare sessionTenant?: Tenant | null
  declare tenants?: Tenant[]
  declare zones?: Zone[]
  declare licencePlates?: LicencePlate[]
  static override get relationMappings(): RelationMappings {
    return {
      role: { relation: Model.BelongsToOneRelation, modelClass: Role, join: { from: 'users.role_id', to: 'roles.id' } },
      sessionTenant: {
        relation: Model.BelongsToOneRelation,
        modelClass: Tenant,
        join: { from: 'users.session_tenant_id', to: 'tenants.id' },
      },
      tenants: {
        relation: Model.ManyToManyRelation,
        modelClass: Tenant,
        join: {
          from: 'users.id',
          through: { from: 'user_tenants.user_id', to: 'user_tenants.tenant_id' },
          to: 'tenants.id',
        },
      },
      zones: {
        relation: Model.ManyToManyRelation,
        modelClass: Zone,
        join: { from: 'users.id', through: { from: 'user_zones.user_id', to: 'user_zones.zone_id' }, to: 'zones.id' },
      },
      licencePlates: {
        relation: Model.HasManyRelation,
        modelClass: LicencePlate,
        join: { from: 'users.id', to: 'licence_plates.user_id' },
      },
    }
  }
}

export class LicencePlate extends Model {
  static override readonly tableName = 'licence_plates'
  static override readonly columnNameMappers = columns
  declare id: number
  declare userId: number
  declare plate: string
  declare normalized: string | null
  declare isDefault: boolean
  declare createdAt: Date
}

export class Product extends Model {
  static override readonly tableName = 'products'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['acl']
  }
  declare id: number
  declare name: string
  declare description: string | null
  declare prefix: string
  declare basic: boolean
  declare acl: Record<string, unknown>
  declare createdAt: Date
  declare modifiedAt: Date
  declare modifiedBy: number | null
  declare roles?: Role[]
  declare tenants?: Tenant[]
  static override get relationMappings(): RelationMappings {
    return {
      roles: {
        relation: Model.ManyToManyRelation,
        modelClass: Role,
        join: {
          from: 'products.id',
          through: { from: 'product_roles.product_id', to: 'product_roles.role_id' },
          to: 'roles.id',
        },
      },
      tenants: {
        relation: Model.ManyToManyRelation,
        modelClass: Tenant,
        join: {
          from: 'products.id',
          through: { from: 'product_tenants.product_id', to: 'product_tenants.tenant_id' },
          to: 'tenants.id',
        },
      },
    }
  }
}

export class Session extends Model {
  static override readonly tableName = 'sessions'
  static override readonly columnNameMappers = columns
  static override readonly idColumn = 'id_hash'
  declare idHash: Buffer
  declare userId: number
  declare app: 'portal' | 'admin'
  declare createdAt: Date
  declare lastSeenAt: Date
  declare expiresAt: Date
  declare revokedAt: Date | null
  declare address: string | null
  declare userAgent: string | null
  declare user?: User | null
  static override get relationMappings(): RelationMappings {
    return {
      user: {
        relation: Model.BelongsToOneRelation,
        modelClass: User,
        join: { from: 'sessions.user_id', to: 'users.id' },
      },
    }
  }
}

export class Token extends Model {
  static override readonly tableName = 'tokens'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['data']
  }
  declare id: number
  declare purpose:
    | 'setup'
    | 'registration'
    | 'password-reset'
    | 'email-change'
    | 'rm-invitation'
    | 'eticket'
    | 'invitation'
    | 'remote-reservation'
    | 'reservation-summary'
    | 'university-link'
    | 'sso'
  declare tokenHash: Buffer
  declare userId: number | null
  declare email: string | null
  declare reservationId: number | null
  declare data: Record<string, unknown>
  declare createdAt: Date
  declare createdBy: number | null
  declare expiresAt: Date
  declare usedAt: Date | null
  declare revokedAt: Date | null
  declare uses: number
  declare user?: User | null
  static override get relationMappings(): RelationMappings {
    return {
      user: {
        relation: Model.BelongsToOneRelation,
        modelClass: User,
        join: { from: 'tokens.user_id', to: 'users.id' },
      },
    }
  }
}

export class GuestSession extends Model {
  static override readonly tableName = 'guest_sessions'
  static override readonly columnNameMappers = columns
  static override readonly idColumn = 'id_hash'
  declare idHash: Buffer
  declare tokenId: number
  declare createdAt: Date
  declare lastSeenAt: Date
  declare expiresAt: Date
  declare revokedAt: Date | null
  declare address: string | null
  declare userAgent: string | null
  declare token?: Token | null
  static override get relationMappings(): RelationMappings {
    return {
      token: {
        relation: Model.BelongsToOneRelation,
        modelClass: Token,
        join: { from: 'guest_sessions.token_id', to: 'tokens.id' },
      },
    }
  }
}

export class Command extends Model {
  static override readonly tableName = 'commands'
  static override readonly columnNameMappers = columns
  static override readonly idColumn = ['actor', 'id']
  static override get jsonAttributes() {
    return ['input', 'reply']
  }
  declare actor: string
  declare id: string
  declare name: string
  declare input: Record<string, unknown> | null
  declare inputHash: Buffer
  declare outcome: 'done' | 'refused' | 'failed'
  declare refusal: string | null
  declare reply: Record<string, unknown> | null
  declare supportCode: string | null
  declare at: Date
  declare durationMs: number | null
  declare userId: number | null
  declare user?: User | null
  static override get relationMappings(): RelationMappings {
    return {
      user: {
        relation: Model.BelongsToOneRelation,
        modelClass: User,
        join: { from: 'commands.user_id', to: 'users.id' },
      },
    }
  }
}
