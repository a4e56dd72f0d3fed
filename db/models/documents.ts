/** Files, documents and their acceptance, API keys, database log. Columns and relations, nothing else. */
import { Model, type RelationMappings, snakeCaseMappers } from 'objection'
import { Tenant, User, Zone } from './people.ts'
import { Device, Site } from './sites.ts'

const columns = snakeCaseMappers({ underscoreBetweenUppercaseLetters: true })

export class Media extends Model {
  static override readonly tableName = 'media'
  static override readonly columnNameMappers = columns
  declare id: string
  declare kind: 'picture' | 'document' | 'invoice'
  declare deviceId: number | null
  declare siteId: number | null
  declare locationId: number | null
  declare fileName: string
  declare contentType: string
  declare bytes: number
  declare width: number | null
  declare height: number | null
  declare sha256: Buffer
  declare storageKey: string
  declare createdAt: Date
  declare createdBy: number | null
  declare device?: Device | null
  declare site?: Site | null
  static override get relationMappings(): RelationMappings {
    return {
      device: {
        relation: Model.BelongsToOneRelation,
        modelClass: Device,
        join: { from: 'media.device_id', to: 'devices.id' },
      },
      site: { relation: Model.BelongsToOneRelation, modelClass: Site, join: { from: 'media.site_id', to: 'sites.id' } },
    }
  }
}

export class Document extends Model {
  static override readonly tableName = 'documents'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['translations']
  }
  declare id: number
  declare name: string
  declare description: string | null
  declare scope: 'global' | 'tenant' | 'zone'
  declare tenantId: number | null
  declare zoneId: number | null
  declare mediaId: string | null
  declare revision: number
  declare translations: Record<string, unknown>
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
  declare media?: Media | null
  declare tenant?: Tenant | null
  declare zone?: Zone | null
  declare acceptances?: DocumentAcceptance[]
  static override get relationMappings(): RelationMappings {
    return {
      media: {
        relation: Model.BelongsToOneRelation,
        modelClass: Media,
        join: { from: 'documents.media_id', to: 'media.id' },
      },
      tenant: {
        relation: Model.BelongsToOneRelation,
        modelClass: Tenant,
        join: { from: 'documents.tenant_id', to: 'tenants.id' },
      },
      zone: {
        relation: Model.BelongsToOneRelation,
        modelClass: Zone,
        join: { from: 'documents.zone_id', to: 'zones.id' },
      },
      acceptances: {
        relation: Model.HasManyRelation,
        modelClass: DocumentAcceptance,
        join: { from: 'documents.id', to: 'document_acceptances.document_id' },
      },
    }
  }
}

export class DocumentAcceptance extends Model {
  static override readonly tableName = 'document_acceptances'
  static override readonly columnNameMappers = columns
  declare id: number
  declare documentId: number
  declare userId: number
  declare reservationId: number | null
  declare revision: number
  declare rememberDecision: boolean
  declare acceptedAt: Date
  declare user?: User | null
  static override get relationMappings(): RelationMappings {
    return {
      user: {
        relation: Model.BelongsToOneRelation,
        modelClass: User,
        join: { from: 'document_acceptances.user_id', to: 'users.id' },
      },
    }
  }
}

export class ApiKey extends Model {
  static override readonly tableName = 'api_keys'
  static override readonly columnNameMappers = columns
  declare id: number
  declare tenantId: number
  declare name: string
  declare keyHash: Buffer
  declare hint: string
  declare scopes: string[]
  declare requestsPerMinute: number
  declare lastUsedAt: Date | null
  declare expiresAt: Date | null
  declare revokedAt: Date | null
  declare createdAt: Date
  declare createdBy: number | null
  declare tenant?: Tenant | null
  static override get relationMappings(): RelationMappings {
    return {
      tenant: {
        relation: Model.BelongsToOneRelation,
        modelClass: Tenant,
        join: { from: 'api_keys.tenant_id', to: 'tenants.id' },
      },
    }
  }
}

export class DatabaseLog extends Model {
  static override readonly tableName = 'database_logs'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['data']
  }
  declare id: number
  declare at: Date
  declare level: 'debug' | 'info' | 'warn' | 'error' | 'fatal'
  declare scope: string
  declare message: string
  declare supportCode: string | null
  declare userId: number | null
  declare data: Record<string, unknown>
  declare user?: User | null
  static override get relationMappings(): RelationMappings {
    return {
      user: {
        relation: Model.BelongsToOneRelation,
        modelClass: User,
        join: { from: 'database_logs.user_id', to: 'users.id' },
      },
    }
  }
}
