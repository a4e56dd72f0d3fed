import { type Model, type PartialModelObject, type QueryBuilder, type RawBuilder, raw } from 'objection'

/** A new version, greater than every one that was drawn before. */
export const newVersion = (): RawBuilder => raw(`nextval('change_version')`)

/** Patches a row only while it still has the version that the caller saw. Returns false when somebody changed it meanwhile. */
export async function patchUnchanged<M extends Model>(
  query: QueryBuilder<M, M | undefined>,
  seen: Readonly<Record<string, number>>,
  patch: PartialModelObject<M>,
): Promise<boolean> {
  return (await query.patch(patch).where(seen)) > 0
}
