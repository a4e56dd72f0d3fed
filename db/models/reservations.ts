/** Access times, tariffs, codes and reservations. Columns and relations, nothing else; long because the tables are wide. */
import { Model, type RelationMappings, snakeCaseMappers } from 'objection'
import { Tenant, User, Zone } from './people.ts'
import { Device, DeviceType, Site } from './sites.ts'

const columns = snakeCaseMappers({ underscoreBetweenUppercaseLetters: true })

export class Tariff extends Model {
  static override readonly tableName = 'tariffs'
  static override readonly columnNameMappers = columns
  declare id: number
  declare tenantId: number
  declare name: string
  declare description: string | null
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
  declare stages?: TariffStage[]
  declare tenant?: Tenant | null
  static override get relationMappings(): RelationMappings {
    return {
      stages: {
        relation: Model.HasManyRelation,
        modelClass: TariffStage,
        join: { from: 'tariffs.id', to: 'tariff_stages.tariff_id' },
      },
      tenant: {
        relation: Model.BelongsToOneRelation,
        modelClass: Tenant,
        join: { from: 'tariffs.tenant_id', to: 'tenants.id' },
      },
    }
  }
}

export class TariffStage extends Model {
  static override readonly tableName = 'tariff_stages'
  static override readonly columnNameMappers = columns
  static override readonly idColumn = ['tariff_id', 'until_minutes']
  declare tariffId: number
  declare untilMinutes: number
  declare priceCents: number
}

export class Event extends Model {
  static override readonly tableName = 'events'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['translations']
  }
  declare id: number
  declare zoneId: number
  declare name: string
  declare description: string | null
  declare mode: 'public' | 'private'
  declare startsOn: string
  declare endsOn: string | null
  declare fullDay: boolean
  declare dailyFrom: string | null
  declare dailyUntil: string | null
  declare singleDay: boolean
  declare slotMinutes: number
  declare minDurationMinutes: number
  declare maxDurationMinutes: number
  declare prebookMinMinutes: number
  declare prebookMaxMinutes: number
  declare refundUntilMinutes: number
  declare lastRebookingMinutes: number
  declare graceMinutes: number
  declare entryLimit: number
  declare exitLimit: number
  declare emailWhitelist: string | null
  declare licencePlateMandatory: boolean
  declare smsEnabled: boolean
  declare gpsEnabled: boolean
  declare lprEnabled: boolean
  declare guestTicketAllowed: boolean
  declare enrolUniversityStaff: boolean
  declare enrolUniversityStudents: boolean
  declare tariffId: number | null
  declare translations: Record<string, unknown>
  declare deletedAt: Date | null
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
  declare zone?: Zone | null
  declare tariff?: Tariff | null
  declare deviceTypes?: DeviceType[]
  declare users?: User[]
  static override get relationMappings(): RelationMappings {
    return {
      zone: {
        relation: Model.BelongsToOneRelation,
        modelClass: Zone,
        join: { from: 'events.zone_id', to: 'zones.id' },
      },
      tariff: {
        relation: Model.BelongsToOneRelation,
        modelClass: Tariff,
        join: { from: 'events.tariff_id', to: 'tariffs.id' },
      },
      deviceTypes: {
        relation: Model.ManyToManyRelation,
        modelClass: DeviceType,
        join: {
          from: 'events.id',
          through: { from: 'event_device_types.event_id', to: 'event_device_types.device_type_id' },
          to: 'device_types.id',
        },
      },
      users: {
        relation: Model.ManyToManyRelation,
        modelClass: User,
        join: {
          from: 'events.id',
          through: { from: 'event_users.event_id', to: 'event_users.user_id' },
          to: 'users.id',
        },
      },
    }
  }
}

export class Code extends Model {
  static override readonly tableName = 'codes'
  static override readonly columnNameMappers = columns
  declare id: number
  declare name: string
  declare tenantId: number
  declare zoneId: number
  declare eventId: number | null
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
  declare zone?: Zone | null
  declare tenant?: Tenant | null
  declare event?: Event | null
  declare users?: User[]
  static override get relationMappings(): RelationMappings {
    return {
      zone: { relation: Model.BelongsToOneRelation, modelClass: Zone, join: { from: 'codes.zone_id', to: 'zones.id' } },
      tenant: {
        relation: Model.BelongsToOneRelation,
        modelClass: Tenant,
        join: { from: 'codes.tenant_id', to: 'tenants.id' },
      },
      event: {
        relation: Model.BelongsToOneRelation,
        modelClass: Event,
        join: { from: 'codes.event_id', to: 'events.id' },
      },
      users: {
        relation: Model.ManyToManyRelation,
        modelClass: User,
        join: { from: 'codes.id', through: { from: 'user_codes.code_id', to: 'user_codes.user_id' }, to: 'users.id' },
      },
    }
  }
}

export class BlockedUser extends Model {
  static override readonly tableName = 'blocked_users'
  static override readonly columnNameMappers = columns
  declare id: number
  declare userId: number
  declare zoneId: number
  declare blockReason: string
  declare blockRmId: number | null
  declare blockTime: Date
  declare state: 'blocked' | 'unblocked'
  declare unblockedBy: number | null
  declare unblockedAt: Date | null
  declare user?: User | null
  declare zone?: Zone | null
  declare blockRm?: User | null
  static override get relationMappings(): RelationMappings {
    return {
      user: {
        relation: Model.BelongsToOneRelation,
        modelClass: User,
        join: { from: 'blocked_users.user_id', to: 'users.id' },
      },
      zone: {
        relation: Model.BelongsToOneRelation,
        modelClass: Zone,
        join: { from: 'blocked_users.zone_id', to: 'zones.id' },
      },
      blockRm: {
        relation: Model.BelongsToOneRelation,
        modelClass: User,
        join: { from: 'blocked_users.block_rm_id', to: 'users.id' },
      },
    }
  }
}

export class CostCenter extends Model {
  static override readonly tableName = 'cost_centers'
  static override readonly columnNameMappers = columns
  declare id: number
  declare tenantId: number
  declare number: string
  declare name: string
  declare active: boolean
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
  declare tenant?: Tenant | null
  declare users?: User[]
  static override get relationMappings(): RelationMappings {
    return {
      tenant: {
        relation: Model.BelongsToOneRelation,
        modelClass: Tenant,
        join: { from: 'cost_centers.tenant_id', to: 'tenants.id' },
      },
      users: {
        relation: Model.ManyToManyRelation,
        modelClass: User,
        join: {
          from: 'cost_centers.id',
          through: { from: 'user_cost_centers.cost_center_id', to: 'user_cost_centers.user_id' },
          to: 'users.id',
        },
      },
    }
  }
}

export class Reservation extends Model {
  static override readonly tableName = 'reservations'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['rules']
  }
  declare id: number
  declare apiId: string
  declare number: number
  declare parentId: number | null
  declare followsId: number | null
  declare userId: number | null
  declare managedBy: number | null
  declare siteId: number
  declare deviceId: number
  declare eventId: number | null
  declare startsAt: Date
  declare endsAt: Date
  declare span: string | null
  declare state: 'CREATED' | 'RESERVED' | 'CANCELED' | 'STORNO'
  declare heldUntil: Date | null
  declare holdKind: 'choosing' | 'payment' | null
  declare timedOut: boolean
  declare licencePlate: string | null
  declare note: string | null
  declare rfidToken: string | null
  declare pin: string | null
  declare rememberAcceptDocumentsDecision: boolean
  declare useAutomaticAccess: boolean
  declare siteFromSearchResults: number | null
  declare timePeriodIndex: number
  declare priceCents: number
  declare paymentMethod: 'free' | 'credit' | 'card' | 'cost-center' | null
  declare costCenterId: number | null
  declare rules: Record<string, unknown>
  declare entriesUsed: number
  declare exitsUsed: number
  declare reservedAt: Date | null
  declare endedAt: Date | null
  declare endReason: string | null
  declare shared: boolean
  declare version: number
  declare createdAt: Date
  declare modifiedAt: Date
  declare parent?: Reservation | null
  declare childReservations?: Reservation[]
  declare follows?: Reservation | null
  declare user?: User | null
  declare manager?: User | null
  declare site?: Site | null
  declare device?: Device | null
  declare event?: Event | null
  declare costCenter?: CostCenter | null
  declare history?: ReservationEntry[]
  static override get relationMappings(): RelationMappings {
    return {
      parent: {
        relation: Model.BelongsToOneRelation,
        modelClass: Reservation,
        join: { from: 'reservations.parent_id', to: 'reservations.id' },
      },
      childReservations: {
        relation: Model.HasManyRelation,
        modelClass: Reservation,
        join: { from: 'reservations.id', to: 'reservations.parent_id' },
      },
      follows: {
        relation: Model.BelongsToOneRelation,
        modelClass: Reservation,
        join: { from: 'reservations.follows_id', to: 'reservations.id' },
      },
      user: {
        relation: Model.BelongsToOneRelation,
        modelClass: User,
        join: { from: 'reservations.user_id', to: 'users.id' },
      },
      manager: {
        relation: Model.BelongsToOneRelation,
        modelClass: User,
        join: { from: 'reservations.managed_by', to: 'users.id' },
      },
      site: {
        relation: Model.BelongsToOneRelation,
        modelClass: Site,
        join: { from: 'reservations.site_id', to: 'sites.id' },
      },
      device: {
        relation: Model.BelongsToOneRelation,
        modelClass: Device,
        join: { from: 'reservations.device_id', to: 'devices.id' },
      },
      event: {
        relation: Model.BelongsToOneRelation,
        modelClass: Event,
        join: { from: 'reservations.event_id', to: 'events.id' },
      },
      costCenter: {
        relation: Model.BelongsToOneRelation,
        modelClass: CostCenter,
        join: { from: 'reservations.cost_center_id', to: 'cost_centers.id' },
      },
      history: {
        relation: Model.HasManyRelation,
        modelClass: ReservationEntry,
        join: { from: 'reservations.id', to: 'reservation_history.reservation_id' },
      },
    }
  }
}

export class ReservationEntry extends Model {
  static override readonly tableName = 'reservation_history'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['data']
  }
  declare id: number
  declare reservationId: number
  declare type: string
  declare at: Date
  declare userId: number | null
  declare actor: string | null
  declare data: Record<string, unknown>
}
