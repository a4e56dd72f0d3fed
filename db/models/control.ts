/** Device commands, malfunctions and maintenance periods. */
import type { QueryBuilder, RelationMappings } from 'objection'
import { belongsTo, EditedEntity, Entity, hasMany } from './entity.ts'
import type { Viewer } from './scope.ts'
import { Device, Site } from './sites.ts'

export class ControlRun extends Entity {
  static override readonly tableName = 'control_runs'
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
}

export class DeviceCommand extends Entity {
  static override readonly tableName = 'device_commands'
  static override readonly jsonAttributes = ['answer', 'checks']
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
  declare run?: ControlRun | null
  static override get relationMappings(): RelationMappings {
    return { run: belongsTo(ControlRun, 'device_commands.run_id', 'control_runs.id') }
  }
}

export class Malfunction extends Entity {
  static override readonly tableName = 'malfunctions'
  static override readonly jsonAttributes = ['detail']
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
  declare history?: MalfunctionEntry[]
  static override get relationMappings(): RelationMappings {
    return { history: hasMany(MalfunctionEntry, 'malfunctions.id', 'malfunction_history.malfunction_id') }
  }
}

export class MalfunctionEntry extends Entity {
  static override readonly tableName = 'malfunction_history'
  static override readonly jsonAttributes = ['data']
  declare id: number
  declare malfunctionId: number
  declare type: 'opened' | 'closed' | 'acknowledged' | 'assigned' | 'comment' | 'changed' | 'mailed' | 'returned'
  declare at: Date
  declare userId: number | null
  declare comment: string | null
  declare data: Record<string, unknown>
}

export class MaintenancePeriod extends EditedEntity {
  static override readonly tableName = 'maintenance_periods'
  static override readonly modifiers = { visibleTo: coveringSitesOf, withinZonesOf, plannedOrActive }
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
  /** Of the row on screens, also of its progress. */
  declare version: number
  /** Of what people edit. */
  declare editVersion: number
}

/** Periods that are not over at a time. */
function plannedOrActive(periods: QueryBuilder<MaintenancePeriod>, at: Date): void {
  periods.whereNull('revoked_at').where((of) => {
    of.whereNull('ends_at').orWhere('ends_at', '>', at)
  })
}

/** Periods whose device, site or zone is in the viewer's zones. */
function withinZonesOf(periods: QueryBuilder<MaintenancePeriod>, viewer: Viewer): void {
  if (!viewer.seesAll)
    periods.where((of) => {
      of.whereIn('device_id', Device.query().modify('visibleTo', viewer).select('id'))
        .orWhereIn('site_id', Site.query().modify('visibleTo', viewer).select('id'))
        .orWhereIn('zone_id', [...viewer.zoneIds])
    })
}

/** Periods that cover anything at a site of the viewer's zones, including those of another zone that shares a site. */
function coveringSitesOf(periods: QueryBuilder<MaintenancePeriod>, viewer: Viewer): void {
  if (!viewer.seesAll)
    periods.where((of) => {
      of.modify(withinZonesOf, viewer).orWhereIn(
        'zone_id',
        Site.query().modify('visibleTo', viewer).joinRelated('zones').select('zones.id'),
      )
    })
}
