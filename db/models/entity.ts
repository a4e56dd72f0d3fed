/** What all models share: rows in camel case, who made and changed them, and short words for relations. */
import { Model, type ModelClass, type RelationMapping, snakeCaseMappers } from 'objection'

export abstract class Entity extends Model {
  static override readonly columnNameMappers = snakeCaseMappers({ underscoreBetweenUppercaseLetters: true })
}

/** Texts by language, by field. */
export type Translations = Record<string, Record<string, string | undefined> | undefined>

/** An entity that keeps when and by whom it was made and last changed. */
export abstract class EditedEntity extends Entity {
  declare createdAt: Date
  declare modifiedAt: Date
  declare createdBy: number | null
  declare modifiedBy: number | null
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
