/** Base of all models: rows in camel case, who created and changed them, and short names for relations. */
import {
  type Constructor,
  DBError,
  Model,
  type ModelClass,
  type QueryBuilderType,
  type RelationMapping,
  snakeCaseMappers,
  type TransactionOrKnex,
} from 'objection'

export abstract class Entity extends Model {
  static override readonly columnNameMappers = snakeCaseMappers({ underscoreBetweenUppercaseLetters: true })

  /** Throws the database's error with its code, instead of Objection's own. */
  static override query<M extends Model>(this: Constructor<M>, trxOrKnex?: TransactionOrKnex): QueryBuilderType<M> {
    const query = super.query.call(this, trxOrKnex) as QueryBuilderType<M>
    return query.onError((error: unknown) => {
      throw error instanceof DBError ? error.nativeError : error
    }) as QueryBuilderType<M>
  }
}

/** Texts by field, then by language. */
export type Translations = Record<string, Record<string, string | undefined> | undefined>

/** An entity that records when and by whom it was created and last changed. */
export abstract class EditedEntity extends Entity {
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
}

/** An entity whose rows the database gives a new version on every write; edits go through `lockVersion` (server/admin). */
export abstract class VersionedEntity extends EditedEntity {
  declare version: number
}

type Relation = RelationMapping<Model>
type Related = ModelClass<Model>

export const belongsTo = (modelClass: Related, from: string, to: string): Relation => ({
  relation: Model.BelongsToOneRelation,
  modelClass,
  join: { from, to },
})

export const hasOne = (modelClass: Related, from: string, to: string): Relation => ({
  relation: Model.HasOneRelation,
  modelClass,
  join: { from, to },
})

export const hasMany = (modelClass: Related, from: string, to: string): Relation => ({
  relation: Model.HasManyRelation,
  modelClass,
  join: { from, to },
})

export const manyToMany = (modelClass: Related, from: string, [near, far]: [string, string], to: string): Relation => ({
  relation: Model.ManyToManyRelation,
  modelClass,
  join: { from, through: { from: near, to: far }, to },
})
