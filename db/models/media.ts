/** Uploaded files. */
import type { RelationMappings } from 'objection'
import { belongsTo, Entity } from './entity.ts'
import { Device } from './sites.ts'

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
  static override get relationMappings(): RelationMappings {
    return { device: belongsTo(Device, 'media.device_id', 'devices.id') }
  }
}
