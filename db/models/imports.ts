/** Imports and the rows of their files. */
import type { AnyQueryBuilder } from 'objection'
import { belongsTo, Entity } from './entity.ts'
import { User } from './people.ts'

interface Viewer {
  readonly seesAll: boolean
  readonly userId: number
}

export class Import extends Entity {
  static override readonly tableName = 'imports'
  static override readonly jsonAttributes = ['fields', 'problem']
  static override readonly modifiers = {
    /** People see their own, admins all. */
    visibleTo(imports: AnyQueryBuilder, { seesAll, userId }: Viewer) {
      if (!seesAll) imports.where('imports.user_id', userId)
    },
  }
  static override readonly relationMappings = () => ({ user: belongsTo(User, 'imports.user_id', 'users.id') })
  declare id: number
  declare entity: string
  declare fileName: string
  declare state: 'reading' | 'checking' | 'checked' | 'importing' | 'done' | 'undone' | 'canceled' | 'failed'
  declare app: 'portal' | 'admin'
  declare userId: number | null
  declare content: Buffer | null
  declare fields: Record<string, unknown> | null
  declare problem: Record<string, unknown> | null
  declare total: number
  declare processed: number
  declare newRows: number
  declare changedRows: number
  declare sameRows: number
  declare wrongRows: number
  declare createdAt: Date
  declare finishedAt: Date | null
  declare version: number
  declare user?: User | null
}

export class ImportRow extends Entity {
  static override readonly tableName = 'import_rows'
  static override readonly idColumn = ['import_id', 'number']
  static override readonly jsonAttributes = ['cells', 'differences', 'errors']
  declare importId: number
  declare number: number
  declare cells: Record<string, unknown>
  declare kind: 'new' | 'changed' | 'same' | 'wrong' | null
  declare name: string | null
  declare rowId: number | null
  declare rowVersion: number | null
  declare differences: Record<string, unknown> | null
  declare errors: Record<string, unknown> | null
}
