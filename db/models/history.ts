/** Who changed which row when. Written by triggers of the database (migration 0090). */
import type { QueryBuilder, RelationMappings } from 'objection'
import { belongsTo, Entity } from './entity.ts'
import { User } from './people.ts'
import type { Viewer } from './scope.ts'

export class RowHistory extends Entity {
  static override readonly tableName = 'row_history'
  static override readonly jsonAttributes = ['before', 'after']
  declare id: number
  declare at: Date
  declare cause: string
  declare userId: number | null
  declare entity: string
  declare rowId: number
  declare otherEntity: string | null
  declare otherId: number | null
  declare source: string
  declare leads: boolean
  declare name: string | null
  declare operation: 'add' | 'edit' | 'remove' | 'restore'
  declare before: Record<string, unknown> | null
  declare after: Record<string, unknown> | null
  declare veiled: string[]
  declare zoneIds: number[]
  declare undoneBy: string | null
  declare emptiedAt: Date | null
  declare user?: User | null
  static override get relationMappings(): RelationMappings {
    return { user: belongsTo(User, 'row_history.user_id', 'users.id') }
  }
  static override readonly modifiers = {
    /** What happened to rows of the viewer's zones. */
    visibleTo(query: QueryBuilder<RowHistory>, { seesAll, zoneIds }: Viewer): void {
      if (seesAll) return
      const own = [...zoneIds]
      // A site that is added has its zones a moment later: the links of the same cause say whose it is.
      query.whereRaw(
        `(row_history.zone_ids && ?::int[] or exists (select from row_history link where link.cause = row_history.cause
           and link.entity = row_history.entity and link.row_id = row_history.row_id and link.zone_ids && ?::int[]))`,
        [own, own],
      )
    },
  }
}
