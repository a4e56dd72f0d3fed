/** Who may do what: roles, tenants, zones, users, products, sessions, tokens, commands. */
import type { AnyQueryBuilder, RelationMappings } from 'objection'
import { belongsTo, Entity, hasMany, manyToMany, type Translations, VersionedEntity } from './entity.ts'
import { named, type Viewer, visibleByTenant, visibleByZone } from './scope.ts'

export class Role extends VersionedEntity {
  static override readonly tableName = 'roles'
  static override readonly jsonAttributes = ['translations']
  declare id: number
  declare name: string
  declare description: string | null
  /** The role of the portal that it works like. */
  declare kind: 'Admin' | 'Reservation Manager' | 'Support' | 'Visitor'
  declare canHaveTenants: boolean
  declare canHaveZones: boolean
  declare translations: Translations
}

export class Tenant extends VersionedEntity {
  static override readonly tableName = 'tenants'
  static override readonly modifiers = { visibleTo: visibleByTenant('id'), named }
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
  declare commerceEmail: string | null
  declare commercePhone: string | null
  declare projectManagerContact: string | null
  declare projectManagerEmail: string | null
  declare projectManagerPhone: string | null
  declare accountingPaymentCustomerId: string | null
  declare accountingRefundCustomerId: string | null
  declare loginBackgroundId: string | null
  declare requiresSecondFactor: boolean
  declare zones?: Zone[]
  declare users?: User[]
  declare products?: Product[]
  static override get relationMappings(): RelationMappings {
    return {
      zones: hasMany(Zone, 'tenants.id', 'zones.tenant_id'),
      users: manyToMany(User, 'tenants.id', ['user_tenants.tenant_id', 'user_tenants.user_id'], 'users.id'),
      products: manyToMany(
        Product,
        'tenants.id',
        ['product_tenants.tenant_id', 'product_tenants.product_id'],
        'products.id',
      ),
    }
  }
}

export class IdentityProvider extends VersionedEntity {
  static override readonly tableName = 'identity_providers'
  static override readonly idColumn = 'tenant_id'
  declare tenantId: number
  declare enabled: boolean
  declare label: string
  declare issuer: string
  declare clientId: string
  declare clientSecret: string | null
  declare scope: string
  declare affiliationClaim: string
  declare allowNewAccounts: boolean
  declare university: boolean
}

export class Zone extends VersionedEntity {
  static override readonly tableName = 'zones'
  static override readonly jsonAttributes = ['translations']
  static override readonly modifiers = { visibleTo: visibleByZone('id'), named }
  declare id: number
  declare tenantId: number
  declare name: string
  declare description: string | null
  declare emailSenderName: string | null
  declare monitoring: boolean
  declare readableWithoutLogin: boolean
  declare private: boolean
  declare additionalSupportInfo: string | null
  declare translations: Translations
  declare tenant?: Tenant | null
  declare users?: User[]
  static override get relationMappings(): RelationMappings {
    return {
      tenant: belongsTo(Tenant, 'zones.tenant_id', 'tenants.id'),
      users: manyToMany(User, 'zones.id', ['user_zones.zone_id', 'user_zones.user_id'], 'users.id'),
    }
  }
}

export class User extends VersionedEntity {
  static override readonly tableName = 'users'
  static override readonly modifiers = { canManageZones, sharesZoneWith }
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
  declare role?: Role | null
  declare licencePlates?: LicencePlate[]
  declare notificationSettings?: NotificationSetting[]
  /** The name shown to others. */
  get shownName(): string {
    return this.fullName || this.username
  }
  static override get relationMappings(): RelationMappings {
    return {
      role: belongsTo(Role, 'users.role_id', 'roles.id'),
      notificationSettings: hasMany(NotificationSetting, 'users.id', 'notification_settings.user_id'),
      licencePlates: hasMany(LicencePlate, 'users.id', 'licence_plates.user_id'),
    }
  }
}

/** An invitation to manage zones, by mail. */
export class RmInvitation extends Entity {
  static override readonly tableName = 'rm_invitations'
  static override readonly modifiers = { open: isOpen, visibleTo: invitesToZonesOf }
  declare id: number
  declare email: string
  declare createdAt: Date
  declare createdBy: number | null
  declare expiresAt: Date
  declare acceptedAt: Date | null
  declare acceptedBy: number | null
  declare withdrawnAt: Date | null
  declare zones?: Zone[]
  declare inviter?: User | null
  static override get relationMappings(): RelationMappings {
    return {
      zones: manyToMany(
        Zone,
        'rm_invitations.id',
        ['rm_invitation_zones.invitation_id', 'rm_invitation_zones.zone_id'],
        'zones.id',
      ),
      inviter: belongsTo(User, 'rm_invitations.created_by', 'users.id'),
    }
  }
}

export class NotificationSetting extends Entity {
  static override readonly tableName = 'notification_settings'
  static override readonly idColumn = ['user_id', 'kind']
  declare userId: number
  declare kind: string
  declare mail: boolean
  declare sms: boolean
  declare modifiedAt: Date
}

export class ListView extends Entity {
  static override readonly tableName = 'list_views'
  static override readonly jsonAttributes = ['settings']
  declare id: number
  declare userId: number
  declare list: string
  declare name: string
  declare settings: Record<string, unknown>
  declare modifiedAt: Date
}

export class LicencePlate extends Entity {
  static override readonly tableName = 'licence_plates'
  static override readonly modifiers = { defaultFirst }
  declare id: number
  declare userId: number
  declare plate: string
  declare normalized: string | null
  declare isDefault: boolean
  declare createdAt: Date
}

export class Product extends VersionedEntity {
  static override readonly tableName = 'products'
  static override readonly jsonAttributes = ['acl', 'translations']
  static override readonly modifiers = { named }
  declare id: number
  declare name: string
  declare description: string | null
  declare prefix: string
  declare basic: boolean
  declare acl: Record<string, unknown>
  declare translations: Translations
  declare roles?: Role[]
  declare tenants?: Tenant[]
  static override get relationMappings(): RelationMappings {
    return {
      roles: manyToMany(Role, 'products.id', ['product_roles.product_id', 'product_roles.role_id'], 'roles.id'),
      tenants: manyToMany(
        Tenant,
        'products.id',
        ['product_tenants.product_id', 'product_tenants.tenant_id'],
        'tenants.id',
      ),
    }
  }
}

export class Session extends Entity {
  static override readonly tableName = 'sessions'
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
  declare authenticatedAt: Date
  declare providerTenantId: number | null
  declare secondFactor: boolean
}

export class Passkey extends Entity {
  static override readonly tableName = 'passkeys'
  declare id: number
  declare userId: number
  declare credentialId: string
  declare userHandle: string
  declare publicKey: Buffer
  declare counter: number
  declare transports: string[]
  declare name: string
  declare synced: boolean
  declare createdAt: Date
  declare lastUsedAt: Date | null
}

export class Command extends Entity {
  static override readonly tableName = 'commands'
  static override readonly idColumn = ['actor', 'id']
  static override readonly jsonAttributes = ['input', 'reply']
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
}

/** Plates as their owner ordered them: the default one is the first. */
function defaultFirst(plates: AnyQueryBuilder): void {
  plates.orderBy([{ column: 'is_default', order: 'desc' }, 'id'])
}

/** Neither accepted nor withdrawn; it may have expired. */
function isOpen(invitations: AnyQueryBuilder): void {
  invitations.whereNull('rm_invitations.accepted_at').whereNull('rm_invitations.withdrawn_at')
}

/** Invitations to a zone of the viewer. */
function invitesToZonesOf(invitations: AnyQueryBuilder, viewer: Viewer): void {
  if (!viewer.seesAll)
    invitations.whereRaw(
      'rm_invitations.id in (select invitation_id from rm_invitation_zones where zone_id = any (?))',
      [[...viewer.zoneIds]],
    )
}

/** Reservation managers whose role may have zones; visitors can belong to a zone too, and admins see all. */
function canManageZones(users: AnyQueryBuilder): void {
  users.whereIn('users.role_id', Role.query().select('id').where({ kind: 'Reservation Manager', can_have_zones: true }))
}

/** People who share a zone with the viewer; everybody for viewers who see everything. */
function sharesZoneWith(users: AnyQueryBuilder, { seesAll, zoneIds }: Viewer): void {
  if (!seesAll) users.whereRaw('users.id in (select user_id from user_zones where zone_id = any (?))', [[...zoneIds]])
}
