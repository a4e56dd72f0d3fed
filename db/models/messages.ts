/** Mail, SMS and announcements. */
import type { RelationMappings } from 'objection'
import { belongsTo, Entity, type Translations, VersionedEntity } from './entity.ts'
import { User } from './people.ts'
import { Reservation } from './reservations.ts'
import { visibleBySite } from './scope.ts'
import { Site } from './sites.ts'

export class Message extends Entity {
  static override readonly tableName = 'messages'
  static override readonly jsonAttributes = ['data']
  static override readonly modifiers = { visibleTo: visibleBySite('site_id') }
  declare id: number
  declare channel: 'mail' | 'sms'
  declare kind: string
  declare recipient: string
  declare userId: number | null
  declare language: 'de' | 'en' | 'fr' | 'it'
  declare senderName: string | null
  declare subject: string | null
  declare bodyText: string
  declare bodyHtml: string | null
  declare data: Record<string, unknown>
  declare dedupeKey: string | null
  declare reservationId: number | null
  declare gatewayId: number | null
  declare siteId: number | null
  declare state: 'queued' | 'sent' | 'failed' | 'suppressed'
  declare attempts: number
  declare sentAt: Date | null
  declare error: string | null
  declare via: 'smtp' | 'sms-gateway' | 'outbox' | 'file' | null
  declare lastAttemptAt: Date | null
  declare createdAt: Date
  declare user?: User | null
  declare site?: Site | null
  declare reservation?: Reservation | null
  static override get relationMappings(): RelationMappings {
    return {
      user: belongsTo(User, 'messages.user_id', 'users.id'),
      site: belongsTo(Site, 'messages.site_id', 'sites.id'),
      reservation: belongsTo(Reservation, 'messages.reservation_id', 'reservations.id'),
    }
  }
}

export class Announcement extends VersionedEntity {
  static override readonly tableName = 'announcements'
  static override readonly jsonAttributes = ['translations']
  declare id: number
  declare message: string
  declare validFrom: Date
  declare validUntil: Date
  declare translations: Translations
}
