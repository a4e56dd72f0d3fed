/** Access times, tariffs, codes and reservations. */
import type { AnyQueryBuilder, RelationMappings } from 'objection'
import { belongsTo, EditedEntity, Entity, hasMany, manyToMany, type Translations, VersionedEntity } from './entity.ts'
import { Tenant, User, Zone } from './people.ts'
import { named, visibleByTenant, visibleByZone } from './scope.ts'

export class Tariff extends VersionedEntity {
  static override readonly tableName = 'tariffs'
  static override readonly modifiers = { visibleTo: visibleByTenant('tenant_id') }
  declare id: number
  declare tenantId: number
  declare name: string
  declare description: string | null
  declare stages?: TariffStage[]
  declare tenant?: Tenant | null
  declare accessTimes?: Event[]
  declare modifier?: User | null
  static override get relationMappings(): RelationMappings {
    return {
      stages: hasMany(TariffStage, 'tariffs.id', 'tariff_stages.tariff_id'),
      tenant: belongsTo(Tenant, 'tariffs.tenant_id', 'tenants.id'),
      accessTimes: hasMany(Event, 'tariffs.id', 'events.tariff_id'),
      modifier: belongsTo(User, 'tariffs.modified_by', 'users.id'),
    }
  }
}

export class TariffStage extends Entity {
  static override readonly tableName = 'tariff_stages'
  static override readonly idColumn = ['tariff_id', 'until_minutes']
  static override readonly modifiers = { ascending: (query: AnyQueryBuilder) => query.orderBy('until_minutes') }
  declare tariffId: number
  declare untilMinutes: number
  declare priceCents: number
}

export class Event extends VersionedEntity {
  static override readonly tableName = 'events'
  static override readonly modifiers = {
    named,
    visibleTo: visibleByZone('zone_id'),
    kept: (query: AnyQueryBuilder) => query.whereNull('events.deleted_at'),
  }
  static override readonly jsonAttributes = ['translations']
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
  declare translations: Translations
  declare deletedAt: Date | null
  declare zone?: Zone | null
  declare tariff?: Tariff | null
  static override get relationMappings(): RelationMappings {
    return {
      zone: belongsTo(Zone, 'events.zone_id', 'zones.id'),
      tariff: belongsTo(Tariff, 'events.tariff_id', 'tariffs.id'),
    }
  }
}

export class Code extends VersionedEntity {
  static override readonly tableName = 'codes'
  static override readonly modifiers = { visibleTo: visibleByZone('zone_id') }
  declare id: number
  declare name: string
  declare tenantId: number
  declare zoneId: number
  declare eventId: number | null
  declare zone?: Zone | null
  declare tenant?: Tenant | null
  declare event?: Event | null
  declare users?: User[]
  static override get relationMappings(): RelationMappings {
    return {
      zone: belongsTo(Zone, 'codes.zone_id', 'zones.id'),
      tenant: belongsTo(Tenant, 'codes.tenant_id', 'tenants.id'),
      event: belongsTo(Event, 'codes.event_id', 'events.id'),
      users: manyToMany(User, 'codes.id', ['user_codes.code_id', 'user_codes.user_id'], 'users.id'),
    }
  }
}

/** A person who may not book in a zone, with the blocker and the reason. */
export class BlockedUser extends Entity {
  static override readonly tableName = 'blocked_users'
  declare id: number
  declare userId: number
  declare zoneId: number
  declare blockReason: string
  declare blockRmId: number | null
  declare blockTime: Date
  declare state: 'blocked' | 'unblocked'
  declare unblockedBy: number | null
  declare unblockedAt: Date | null
}

export class CostCenter extends EditedEntity {
  static override readonly tableName = 'cost_centers'
  declare id: number
  declare tenantId: number
  declare number: string
  declare name: string
  declare active: boolean
}

export class Reservation extends Entity {
  static override readonly tableName = 'reservations'
  static override readonly jsonAttributes = ['rules']
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
  declare costCenter?: CostCenter | null
  declare history?: ReservationEntry[]
  static override get relationMappings(): RelationMappings {
    return {
      costCenter: belongsTo(CostCenter, 'reservations.cost_center_id', 'cost_centers.id'),
      history: hasMany(ReservationEntry, 'reservations.id', 'reservation_history.reservation_id'),
    }
  }
}

export class ReservationEntry extends Entity {
  static override readonly tableName = 'reservation_history'
  static override readonly jsonAttributes = ['data']
  declare id: number
  declare reservationId: number
  declare type: string
  declare at: Date
  declare userId: number | null
  declare actor: string | null
  declare data: Record<string, unknown>
}
