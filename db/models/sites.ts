/** Where the devices are: locations, sites, gateways, device types, devices with their state, barriers. */
import type { AnyQueryBuilder, RelationMappings } from 'objection'
import { belongsTo, Entity, hasMany, hasOne, manyToMany, type Translations, VersionedEntity } from './entity.ts'
import { User, Zone } from './people.ts'
import { named, visibleBySite } from './scope.ts'

export class Location extends VersionedEntity {
  static override readonly tableName = 'locations'
  static override readonly jsonAttributes = ['translations']
  declare id: number
  declare type: string
  declare name: string | null
  declare description: string | null
  declare address: string | null
  declare zip: string | null
  declare city: string | null
  declare country: string | null
  declare additionalSupportInfo: string | null
  declare imagePath: string | null
  declare lengthMm: number | null
  declare widthMm: number | null
  declare latitude: number | null
  declare longitude: number | null
  declare upperLeftLatitude: number | null
  declare upperLeftLongitude: number | null
  declare upperRightLatitude: number | null
  declare upperRightLongitude: number | null
  declare lowerLeftLatitude: number | null
  declare lowerLeftLongitude: number | null
  declare lowerRightLatitude: number | null
  declare lowerRightLongitude: number | null
  declare translations: Translations
}

export class Site extends VersionedEntity {
  static override readonly tableName = 'sites'
  static override readonly jsonAttributes = ['translations']
  static override readonly modifiers = { visibleTo: visibleBySite('id') }
  declare id: number
  declare name: string
  declare fullName: string | null
  declare description: string | null
  declare directions: string | null
  declare locationId: number | null
  declare timeZone: string
  declare type: string | null
  declare monitoring: boolean
  declare visualizationEnabled: boolean
  declare licencePlateMandatory: boolean
  declare scsPlId: string | null
  declare capacity: number | null
  declare geofenceM: number
  declare source: string | null
  declare translations: Translations
  declare location?: Location | null
  declare zones?: Zone[]
  declare devices?: Device[]
  static override get relationMappings(): RelationMappings {
    return {
      location: belongsTo(Location, 'sites.location_id', 'locations.id'),
      zones: manyToMany(Zone, 'sites.id', ['site_zones.site_id', 'site_zones.zone_id'], 'zones.id'),
      devices: hasMany(Device, 'sites.id', 'devices.site_id'),
    }
  }
}

export class SitePlan extends Entity {
  static override readonly tableName = 'site_plans'
  static override readonly idColumn = 'site_id'
  declare siteId: number
  declare version: number
  declare backgroundId: string | null
  declare modifiedAt: Date
  declare modifiedBy: number | null
  declare modifier?: User | null
  static override get relationMappings(): RelationMappings {
    return { modifier: belongsTo(User, 'site_plans.modified_by', 'users.id') }
  }
}

export class Gateway extends VersionedEntity {
  static override readonly tableName = 'gateways'
  static override readonly modifiers = { named }
  declare id: number
  declare name: string
  declare label: string | null
  declare hardwareId: string
  declare comment: string | null
  declare premiseLocation: string | null
  declare siteId: number | null
  declare monitoring: boolean
  declare maintenanceState: string
  declare sendMail: boolean
  declare allowOfflineCaching: boolean
  declare lastMessageAt: Date | null
  declare linked: boolean
  declare linkedAt: Date | null
  declare linkProcess: string | null
  declare silentMailAt: Date | null
  declare orderCounter: number
  declare registryVersion: number
  declare reservationsVersion: number
  declare reservationsAcknowledgedVersion: number
  declare shownVersion: number
  declare clockAheadMs: number | null
  declare simulatedUntil: Date | null
  declare site?: Site | null
  declare tokens?: GatewayToken[]
  static override get relationMappings(): RelationMappings {
    return {
      site: belongsTo(Site, 'gateways.site_id', 'sites.id'),
      tokens: hasMany(GatewayToken, 'gateways.id', 'gateway_tokens.gateway_id'),
    }
  }
}

export class GatewayToken extends Entity {
  static override readonly tableName = 'gateway_tokens'
  declare id: number
  declare gatewayId: number
  declare tokenHash: Buffer
  declare orderKey: Buffer
  declare createdAt: Date
  declare revokedAt: Date | null
  declare simulated: boolean
}

export class DeviceType extends VersionedEntity {
  static override readonly tableName = 'device_types'
  static override readonly jsonAttributes = ['fieldMap', 'translations']
  declare id: number
  declare type: string
  declare displayName: string
  declare pluralName: string
  declare description: string | null
  declare icon: string | null
  declare hasStatus: boolean
  declare isReservable: boolean
  declare occupiedBlocksControl: boolean
  declare reportIntervalS: number
  declare lowVoltage: number | null
  declare controls: string[]
  declare onPowerLoss: 'secure' | 'safe'
  declare fieldMap: Record<string, unknown>
  declare fieldMapVersion: number
  declare translations: Translations
  declare devices?: Device[]
  declare modifier?: User | null
  static override get relationMappings(): RelationMappings {
    return {
      devices: hasMany(Device, 'device_types.id', 'devices.device_type_id'),
      modifier: belongsTo(User, 'device_types.modified_by', 'users.id'),
    }
  }
}

export class DeviceAccessMethod extends VersionedEntity {
  static override readonly tableName = 'device_access_methods'
  static override readonly jsonAttributes = ['translations']
  declare id: number
  declare name: string
  declare displayName: string
  declare description: string | null
  declare icon: string | null
  declare attributes: string[]
  declare disableControlWhenInState: boolean
  declare translations: Translations
}

export class Device extends VersionedEntity {
  static override readonly tableName = 'devices'
  static override readonly modifiers = { visibleTo: visibleBySite('site_id'), inUse, named }
  declare id: number
  declare name: string
  declare hardwareId: string
  declare gatewayId: number
  declare siteId: number
  declare locationId: number | null
  declare deviceTypeId: number
  declare type: string
  declare comment: string | null
  declare monitoring: boolean
  declare sendMail: boolean
  declare maintenanceState: string
  declare autoClose: boolean
  declare autoCloseGatetimeS: number
  declare autoCloseUnusedGatetimeS: number
  declare isMandatory: boolean
  declare isOptional: boolean
  declare pathNumber: number
  declare pathName: string | null
  declare pathIcon: string | null
  declare sequenceNumber: number
  declare postActionDelayMs: number
  declare upperLeftXMm: number | null
  declare upperLeftYMm: number | null
  declare widthMm: number | null
  declare heightMm: number | null
  declare rotationDeg: number
  declare socket: boolean
  declare cargoBike: boolean
  declare lowRow: boolean
  declare accessible: boolean
  declare sizeClass: 'S' | 'M' | 'L' | 'XL' | null
  declare retiredAt: Date | null
  declare site?: Site | null
  declare gateway?: Gateway | null
  declare location?: Location | null
  declare deviceType?: DeviceType | null
  declare state?: DeviceState | null
  declare accessMethods?: DeviceAccessMethod[]
  static override get relationMappings(): RelationMappings {
    return {
      site: belongsTo(Site, 'devices.site_id', 'sites.id'),
      gateway: belongsTo(Gateway, 'devices.gateway_id', 'gateways.id'),
      location: belongsTo(Location, 'devices.location_id', 'locations.id'),
      deviceType: belongsTo(DeviceType, 'devices.device_type_id', 'device_types.id'),
      state: hasOne(DeviceState, 'devices.id', 'device_states.device_id'),
      accessMethods: manyToMany(
        DeviceAccessMethod,
        'devices.id',
        ['device_method_links.device_id', 'device_method_links.access_method_id'],
        'device_access_methods.id',
      ),
    }
  }
}

export class DeviceState extends Entity {
  static override readonly tableName = 'device_states'
  static override readonly idColumn = 'device_id'
  declare deviceId: number
  declare version: number
  declare status:
    | 'free'
    | 'freeing'
    | 'blocked'
    | 'blocking'
    | 'occupied'
    | 'recalibrate'
    | 'reboot'
    | 'updating_status'
    | 'error'
    | 'undefined'
    | 'okay'
  declare statusAt: Date | null
  declare lastStatus: string | null
  declare doorState: 'open' | 'closed' | null
  declare doorAt: Date | null
  declare requested: string | null
  declare requestedAt: Date | null
  declare confirmed: string | null
  declare confirmedAt: Date | null
  declare lastStateChange: Date | null
  declare lastMessageAt: Date | null
  declare reachable: boolean
  declare supplyVoltage: number | null
  declare voltageAt: Date | null
  declare voltageMailAt: Date | null
  declare temperature: number | null
  declare humidity: number | null
  declare rssi: number | null
  declare sensorDirty: boolean
  declare dirtyAt: Date | null
  declare dirtyMailAt: Date | null
  declare readingsAt: Date | null
  declare temperatureAt: Date | null
  declare humidityAt: Date | null
  declare rssiAt: Date | null
  declare pushedAt: Date | null
  declare pushDue: boolean
}

export class Barrier extends VersionedEntity {
  static override readonly tableName = 'barriers'
  static override readonly modifiers = { visibleTo: visibleBySite('site_id') }
  declare id: number
  declare description: string
  declare pathNumber: number
  declare type: 'entrance' | 'exit'
  declare status: string
  declare siteId: number
  declare gatewayId: number | null
  declare deviceId: number | null
  declare site?: Site | null
  declare gateway?: Gateway | null
  declare device?: Device | null
  static override get relationMappings(): RelationMappings {
    return {
      site: belongsTo(Site, 'barriers.site_id', 'sites.id'),
      gateway: belongsTo(Gateway, 'barriers.gateway_id', 'gateways.id'),
      device: belongsTo(Device, 'barriers.device_id', 'devices.id'),
    }
  }
}

/** Devices that have not been taken out of use. */
function inUse(query: AnyQueryBuilder): void {
  query.whereNull(query.modelClass().ref('retired_at'))
}
