/** Files, documents and their acceptance, API keys, database log. */
import type { RelationMappings } from 'objection'
import { belongsTo, EditedEntity, Entity, hasMany, type Translations } from './entity.ts'
import { Tenant, User, Zone } from './people.ts'
import { Device, Site } from './sites.ts'

export class Media extends Entity {
  static override readonly tableName = 'media'
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
      device: belongsTo(Device, 'media.device_id', 'devices.id'),
      site: belongsTo(Site, 'media.site_id', 'sites.id'),
    }
  }
}

export class Document extends EditedEntity {
  static override readonly tableName = 'documents'
  static override readonly jsonAttributes = ['translations']
  declare id: number
  declare name: string
  declare description: string | null
  declare scope: 'global' | 'tenant' | 'zone'
  declare tenantId: number | null
  declare zoneId: number | null
  declare mediaId: string | null
  declare revision: number
  declare translations: Translations
  declare media?: Media | null
  declare tenant?: Tenant | null
  declare zone?: Zone | null
  declare acceptances?: DocumentAcceptance[]
  static override get relationMappings(): RelationMappings {
    return {
      media: belongsTo(Media, 'documents.media_id', 'media.id'),
      tenant: belongsTo(Tenant, 'documents.tenant_id', 'tenants.id'),
      zone: belongsTo(Zone, 'documents.zone_id', 'zones.id'),
      acceptances: hasMany(DocumentAcceptance, 'documents.id', 'document_acceptances.document_id'),
    }
  }
}

export class DocumentAcceptance extends Entity {
  static override readonly tableName = 'document_acceptances'
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
      user: belongsTo(User, 'document_acceptances.user_id', 'users.id'),
    }
  }
}

export class ApiKey extends Entity {
  static override readonly tableName = 'api_keys'
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
      tenant: belongsTo(Tenant, 'api_keys.tenant_id', 'tenants.id'),
    }
  }
}

export class DatabaseLog extends Entity {
  static override readonly tableName = 'database_logs'
  static override readonly jsonAttributes = ['data']
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
      user: belongsTo(User, 'database_logs.user_id', 'users.id'),
    }
  }
}
