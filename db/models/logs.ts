/** The log of the portal in the database. */
import type { RelationMappings } from 'objection'
import { belongsTo, Entity } from './entity.ts'
import { User } from './people.ts'

export class LoggedLine extends Entity {
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
    return { user: belongsTo(User, 'database_logs.user_id', 'users.id') }
  }
}
