/** Mail, SMS, announcements and customer notices. Columns and relations, nothing else. */
import { Model, type RelationMappings, snakeCaseMappers } from 'objection'
import { Tenant, User } from './people.ts'
import { Site } from './sites.ts'

const columns = snakeCaseMappers({ underscoreBetweenUppercaseLetters: true })

export class NotificationSetting extends Model {
  static override readonly tableName = 'notification_settings'
  static override readonly columnNameMappers = columns
  static override readonly idColumn = ['user_id', 'kind']
  declare userId: number
  declare kind: string
  declare mail: boolean
  declare sms: boolean
  declare modifiedAt: Date
}

export class Notice extends Model {
  static override readonly tableName = 'notices'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['data']
  }
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
  declare nextAttemptAt: Date
  declare sentAt: Date | null
  declare error: string | null
  declare via: 'smtp' | 'sms-gateway' | 'outbox' | null
  declare lastAttemptAt: Date | null
  declare createdAt: Date
  declare user?: User | null
  static override get relationMappings(): RelationMappings {
    return {
      user: {
        relation: Model.BelongsToOneRelation,
        modelClass: User,
        join: { from: 'notices.user_id', to: 'users.id' },
      },
    }
  }
}

export class Announcement extends Model {
  static override readonly tableName = 'announcements'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['translations']
  }
  declare id: number
  declare message: string
  declare validFrom: Date
  declare validUntil: Date
  declare translations: Record<string, unknown>
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
}

export class CustomerNotice extends Model {
  static override readonly tableName = 'customer_notices'
  static override readonly columnNameMappers = columns
  static override get jsonAttributes() {
    return ['translations']
  }
  declare id: number
  declare tenantId: number | null
  declare siteId: number | null
  declare message: string
  declare link: string | null
  declare translations: Record<string, unknown>
  declare validFrom: Date
  declare validUntil: Date | null
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
  declare tenant?: Tenant | null
  declare site?: Site | null
  static override get relationMappings(): RelationMappings {
    return {
      tenant: {
        relation: Model.BelongsToOneRelation,
        modelClass: Tenant,
        join: { from: 'customer_notices.tenant_id', to: 'tenants.id' },
      },
      site: {
        relation: Model.BelongsToOneRelation,
        modelClass: Site,
        join: { from: 'customer_notices.site_id', to: 'sites.id' },
      },
    }
  }
}
