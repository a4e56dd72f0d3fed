import { type Model, type PartialModelObject, type QueryBuilder, type RawBuilder, raw } from 'objection'

/** Returns a version greater than all earlier ones. */
export const newVersion = (): RawBuilder => raw(`nextval('change_version')`)

/**
 * Patches a row only if it still has the version that the caller saw. Returns false if somebody changed it meanwhile.
 */
export async function patchUnchanged<M extends Model>(
  query: QueryBuilder<M, M | undefined>,
  seen: Readonly<Record<string, number>>,
  patch: PartialModelObject<M>,
): Promise<boolean> {
  return (await query.patch(patch).where(seen)) > 0
}
