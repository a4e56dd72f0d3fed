import { type AnyQueryBuilder, type RawBuilder, raw } from 'objection'
import type { UserActor } from '../kernel/bus/actor.ts'
import { containing } from '../kernel/sql.ts'
import { searchIn } from './search.ts'

/** Sorts rows with `display_name` and `translations` by the name that the caller reads. */
export const byDisplayName = ({ actor }: { readonly actor: UserActor }): RawBuilder =>
  raw(`lower(coalesce(nullif(translations -> ?::text ->> 'displayName', ''), display_name))`, [actor.language])

/** Searches such rows by the display name in any language, and in further columns. */
export const searchDisplayName =
  (columns: readonly string[]) =>
  (query: AnyQueryBuilder, text: string): void => {
    query.where((found: AnyQueryBuilder) => {
      searchIn(found, ['display_name', ...columns], text)
      found.orWhereRaw(
        `exists (select from jsonb_each(translations) as of_language where of_language.value ->> 'displayName' ilike ?)`,
        [containing(text)],
      )
    })
  }
