/** Uploaded files and the documents that are made of them. */
import type { RelationMappings } from 'objection'
import { belongsTo, type Translations, VersionedEntity } from './entity.ts'
import { Device } from './sites.ts'

export class Media extends VersionedEntity {
  static override readonly tableName = 'media'
  static override readonly jsonAttributes = ['alt']
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
  /** Place in the order of its gallery; the first is the main picture. */
  declare position: number
  /** Alternative texts by language. */
  declare alt: Record<string, unknown>
  declare device?: Device | null
  static override get relationMappings(): RelationMappings {
    return { device: belongsTo(Device, 'media.device_id', 'devices.id') }
  }
}

export class Document extends VersionedEntity {
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
}
