/** Where the devices are: locations, sites, gateways, device types, devices with their state, barriers. Columns and relations, nothing else; long because the tables are wide. */
import { Model, type RelationMappings, snakeCaseMappers } from 'objection'
import { Zone } from './people.ts'

const columns = snakeCaseMappers({ underscoreBetweenUppercaseLetters: true })

export class Location extends Model {
  static override readonly tableName = 'locations'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['translations']
  }
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
  declare translations: Record<string, unknown>
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
  declare sites?: Site[]
  static override get relationMappings(): RelationMappings {
    return {
      sites: {
        relation: Model.HasManyRelation,
        modelClass: Site,
        join: { from: 'locations.id', to: 'sites.location_id' },
      },
    }
  }
}

export class Site extends Model {
  static override readonly tableName = 'sites'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['translations']
  }
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
  declare translations: Record<string, unknown>
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
  declare location?: Location | null
  declare zones?: Zone[]
  declare gateways?: Gateway[]
  declare devices?: Device[]
  declare barriers?: Barrier[]
  static override get relationMappings(): RelationMappings {
    return {
      location: {
        relation: Model.BelongsToOneRelation,
        modelClass: Location,
        join: { from: 'sites.location_id', to: 'locations.id' },
      },
      zones: {
        relation: Model.ManyToManyRelation,
        modelClass: Zone,
        join: { from: 'sites.id', through: { from: 'site_zones.site_id', to: 'site_zones.zone_id' }, to: 'zones.id' },
      },
      gateways: {
        relation: Model.HasManyRelation,
        modelClass: Gateway,
        join: { from: 'sites.id', to: 'gateways.site_id' },
      },
      devices: {
        relation: Model.HasManyRelation,
        modelClass: Device,
        join: { from: 'sites.id', to: 'devices.site_id' },
      },
      barriers: {
        relation: Model.HasManyRelation,
        modelClass: Barrier,
        join: { from: 'sites.id', to: 'barriers.site_id' },
      },
    }
  }
}

export class Gateway extends Model {
  static override readonly tableName = 'gateways'
  static override readonly columnNameMappers = columns
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
  declare version: number
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
  declare site?: Site | null
  declare devices?: Device[]
  declare tokens?: GatewayToken[]
  static override get relationMappings(): RelationMappings {
    return {
      site: {
        relation: Model.BelongsToOneRelation,
        modelClass: Site,
        join: { from: 'gateways.site_id', to: 'sites.id' },
      },
      devices: {
        relation: Model.HasManyRelation,
        modelClass: Device,
        join: { from: 'gateways.id', to: 'devices.gateway_id' },
      },
      tokens: {
        relation: Model.HasManyRelation,
        modelClass: GatewayToken,
        join: { from: 'gateways.id', to: 'gateway_tokens.gateway_id' },
      },
    }
  }
}

export class GatewayToken extends Model {
  static override readonly tableName = 'gateway_tokens'
  static override readonly columnNameMappers = columns
  declare id: number
  declare gatewayId: number
  declare tokenHash: Buffer
  declare orderKey: Buffer
  declare createdAt: Date
  declare revokedAt: Date | null
}

export class DeviceType extends Model {
  static override readonly tableName = 'device_types'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['fieldMap', 'translations']
  }
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
  declare translations: Record<string, unknown>
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
}

export class DeviceAccessMethod extends Model {
  static override readonly tableName = 'device_access_methods'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['translations']
  }
  declare id: number
  declare name: string
  declare displayName: string
  declare description: string | null
  declare icon: string | null
  declare attributes: string[]
  declare disableControlWhenInState: boolean
  declare translations: Record<string, unknown>
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
}

export class Device extends Model {
  static override readonly tableName = 'devices'
  static override readonly columnNameMappers = columns
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
  declare retiredAt: Date | null
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
  declare site?: Site | null
  declare gateway?: Gateway | null
  declare location?: Location | null
  declare deviceType?: DeviceType | null
  declare accessMethods?: DeviceAccessMethod[]
  declare state?: DeviceState | null
  static override get relationMappings(): RelationMappings {
    return {
      site: {
        relation: Model.BelongsToOneRelation,
        modelClass: Site,
        join: { from: 'devices.site_id', to: 'sites.id' },
      },
      gateway: {
        relation: Model.BelongsToOneRelation,
        modelClass: Gateway,
        join: { from: 'devices.gateway_id', to: 'gateways.id' },
      },
      location: {
        relation: Model.BelongsToOneRelation,
        modelClass: Location,
        join: { from: 'devices.location_id', to: 'locations.id' },
      },
      deviceType: {
        relation: Model.BelongsToOneRelation,
        modelClass: DeviceType,
        join: { from: 'devices.device_type_id', to: 'device_types.id' },
      },
      accessMethods: {
        relation: Model.ManyToManyRelation,
        modelClass: DeviceAccessMethod,
        join: {
          from: 'devices.id',
          through: { from: 'device_method_links.device_id', to: 'device_method_links.access_method_id' },
          to: 'device_access_methods.id',
        },
      },
      state: {
        relation: Model.HasOneRelation,
        modelClass: DeviceState,
        join: { from: 'devices.id', to: 'device_states.device_id' },
      },
    }
  }
}

export class DeviceState extends Model {
  static override readonly tableName = 'device_states'
  static override readonly columnNameMappers = columns
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
  declare wished: string | null
  declare wishedAt: Date | null
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

export class Barrier extends Model {
  static override readonly tableName = 'barriers'
  static override readonly columnNameMappers = columns
  declare id: number
  declare description: string
  declare pathNumber: number
  declare type: 'entrance' | 'exit'
  declare status: string
  declare siteId: number
  declare gatewayId: number | null
  declare deviceId: number | null
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
  declare site?: Site | null
  declare gateway?: Gateway | null
  declare device?: Device | null
  static override get relationMappings(): RelationMappings {
    return {
      site: {
        relation: Model.BelongsToOneRelation,
        modelClass: Site,
        join: { from: 'barriers.site_id', to: 'sites.id' },
      },
      gateway: {
        relation: Model.BelongsToOneRelation,
        modelClass: Gateway,
        join: { from: 'barriers.gateway_id', to: 'gateways.id' },
      },
      device: {
        relation: Model.BelongsToOneRelation,
        modelClass: Device,
        join: { from: 'barriers.device_id', to: 'devices.id' },
      },
    }
  }
}
