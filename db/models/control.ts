/** Orders to devices, malfunctions and maintenance periods. Columns and relations, nothing else. */
import { Model, type RelationMappings, snakeCaseMappers } from 'objection'
import { User, Zone } from './people.ts'
import { Reservation } from './reservations.ts'
import { Device, Gateway, Site } from './sites.ts'

const columns = snakeCaseMappers({ underscoreBetweenUppercaseLetters: true })

export class ControlRun extends Model {
  static override readonly tableName = 'control_runs'
  static override readonly columnNameMappers = columns
  declare id: string
  declare siteId: number | null
  declare kind: 'path' | 'selection' | 'emergency'
  declare allowedBy:
    | 'operator'
    | 'emergency'
    | 'reservation'
    | 'eticket'
    | 'schedule'
    | 'plate'
    | 'gps'
    | 'pin'
    | 'rfid'
    | 'qr'
  declare reservationId: number | null
  declare userId: number | null
  declare tokenId: number | null
  declare accessEventId: number | null
  declare countsAs: 'entry' | 'exit' | null
  declare givenBack: boolean
  declare version: number
  declare action: 'open' | 'close' | 'refresh' | 'recalibrate' | 'reboot'
  declare pathNumber: number
  declare state: 'running' | 'done' | 'stopped'
  declare stoppedAtDeviceId: number | null
  declare reason: string | null
  declare createdAt: Date
  declare endedAt: Date | null
  declare orders?: DeviceOrder[]
  declare site?: Site | null
  static override get relationMappings(): RelationMappings {
    return {
      orders: {
        relation: Model.HasManyRelation,
        modelClass: DeviceOrder,
        join: { from: 'control_runs.id', to: 'orders.run_id' },
      },
      site: {
        relation: Model.BelongsToOneRelation,
        modelClass: Site,
        join: { from: 'control_runs.site_id', to: 'sites.id' },
      },
    }
  }
}

export class DeviceOrder extends Model {
  static override readonly tableName = 'orders'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['answer', 'checks']
  }
  declare id: string
  declare deviceId: number
  declare gatewayId: number
  declare siteId: number
  declare counter: number | null
  declare action: 'open' | 'close' | 'refresh' | 'recalibrate' | 'reboot'
  declare state: 'queued' | 'sent' | 'taken' | 'confirmed' | 'failed' | 'expired' | 'unknown' | 'refused'
  declare reason: string | null
  declare allowedBy:
    | 'operator'
    | 'emergency'
    | 'reservation'
    | 'eticket'
    | 'schedule'
    | 'plate'
    | 'gps'
    | 'pin'
    | 'rfid'
    | 'qr'
  declare checks: Record<string, unknown> | null
  declare byGateway: boolean
  declare accessEventId: number | null
  declare userId: number | null
  declare reservationId: number | null
  declare runId: string | null
  declare tokenId: number | null
  declare anyway: boolean
  declare note: string | null
  declare supportCode: string
  declare issuedAt: Date
  declare deadline: Date
  declare sentAt: Date | null
  declare takenAt: Date | null
  declare answeredAt: Date | null
  declare hadAt: Date | null
  declare answer: Record<string, unknown> | null
  declare settledAt: Date | null
  declare late: boolean
  declare version: number
  declare device?: Device | null
  declare gateway?: Gateway | null
  declare user?: User | null
  declare reservation?: Reservation | null
  declare run?: ControlRun | null
  static override get relationMappings(): RelationMappings {
    return {
      device: {
        relation: Model.BelongsToOneRelation,
        modelClass: Device,
        join: { from: 'orders.device_id', to: 'devices.id' },
      },
      gateway: {
        relation: Model.BelongsToOneRelation,
        modelClass: Gateway,
        join: { from: 'orders.gateway_id', to: 'gateways.id' },
      },
      user: {
        relation: Model.BelongsToOneRelation,
        modelClass: User,
        join: { from: 'orders.user_id', to: 'users.id' },
      },
      reservation: {
        relation: Model.BelongsToOneRelation,
        modelClass: Reservation,
        join: { from: 'orders.reservation_id', to: 'reservations.id' },
      },
      run: {
        relation: Model.BelongsToOneRelation,
        modelClass: ControlRun,
        join: { from: 'orders.run_id', to: 'control_runs.id' },
      },
    }
  }
}

export class Malfunction extends Model {
  static override readonly tableName = 'malfunctions'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['detail']
  }
  declare id: number
  declare kind:
    | 'unreachable'
    | 'not-responding'
    | 'sensor-dirty'
    | 'low-voltage'
    | 'error-status'
    | 'stuck-door'
    | 'gateway-silent'
    | 'access-guessing'
    | 'emergency-open'
    | 'occupied-unbooked'
    | 'booked-blocked'
    | 'sensor-doubtful'
    | 'overstay'
  declare severity: 'error' | 'warning'
  declare deviceId: number | null
  declare gatewayId: number | null
  declare siteId: number | null
  declare reservationId: number | null
  declare openedAt: Date
  declare closedAt: Date | null
  declare acknowledgedAt: Date | null
  declare acknowledgedBy: number | null
  declare assignedTo: number | null
  declare detail: Record<string, unknown>
  declare version: number
  declare createdAt: Date
  declare returned: number
  declare unsteady: boolean
  declare rightSince: Date | null
  declare changedAt: Date
  declare causeId: number | null
  declare affected: number
  declare affectedFirst: Date | null
  declare behind: number
  declare tried: number
  declare triedAction: string | null
  declare triedState: string | null
  declare triedAt: Date | null
  declare comments: number
  declare device?: Device | null
  declare gateway?: Gateway | null
  declare site?: Site | null
  declare acknowledgedByUser?: User | null
  declare history?: MalfunctionEntry[]
  static override get relationMappings(): RelationMappings {
    return {
      device: {
        relation: Model.BelongsToOneRelation,
        modelClass: Device,
        join: { from: 'malfunctions.device_id', to: 'devices.id' },
      },
      gateway: {
        relation: Model.BelongsToOneRelation,
        modelClass: Gateway,
        join: { from: 'malfunctions.gateway_id', to: 'gateways.id' },
      },
      site: {
        relation: Model.BelongsToOneRelation,
        modelClass: Site,
        join: { from: 'malfunctions.site_id', to: 'sites.id' },
      },
      acknowledgedByUser: {
        relation: Model.BelongsToOneRelation,
        modelClass: User,
        join: { from: 'malfunctions.acknowledged_by', to: 'users.id' },
      },
      history: {
        relation: Model.HasManyRelation,
        modelClass: MalfunctionEntry,
        join: { from: 'malfunctions.id', to: 'malfunction_history.malfunction_id' },
      },
    }
  }
}

export class MalfunctionEntry extends Model {
  static override readonly tableName = 'malfunction_history'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['data']
  }
  declare id: number
  declare malfunctionId: number
  declare type: 'opened' | 'closed' | 'acknowledged' | 'assigned' | 'comment' | 'changed' | 'mailed' | 'returned'
  declare at: Date
  declare userId: number | null
  declare comment: string | null
  declare data: Record<string, unknown>
}

export class MaintenancePeriod extends Model {
  static override readonly tableName = 'maintenance_periods'
  static override readonly columnNameMappers = columns
  declare id: number
  declare scope: 'device' | 'site' | 'zone'
  declare deviceId: number | null
  declare siteId: number | null
  declare zoneId: number | null
  declare description: string | null
  declare reason: string
  declare startsAt: Date
  declare endsAt: Date | null
  declare span: string | null
  declare revokedAt: Date | null
  declare revokedBy: number | null
  declare revokeReason: string | null
  declare version: number
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
  declare device?: Device | null
  declare site?: Site | null
  declare zone?: Zone | null
  declare reservations?: Reservation[]
  static override get relationMappings(): RelationMappings {
    return {
      device: {
        relation: Model.BelongsToOneRelation,
        modelClass: Device,
        join: { from: 'maintenance_periods.device_id', to: 'devices.id' },
      },
      site: {
        relation: Model.BelongsToOneRelation,
        modelClass: Site,
        join: { from: 'maintenance_periods.site_id', to: 'sites.id' },
      },
      zone: {
        relation: Model.BelongsToOneRelation,
        modelClass: Zone,
        join: { from: 'maintenance_periods.zone_id', to: 'zones.id' },
      },
      reservations: {
        relation: Model.ManyToManyRelation,
        modelClass: Reservation,
        join: {
          from: 'maintenance_periods.id',
          through: {
            from: 'reservation_maintenance_periods.maintenance_period_id',
            to: 'reservation_maintenance_periods.reservation_id',
          },
          to: 'reservations.id',
        },
      },
    }
  }
}
