import type { Knex } from 'knex'
import type * as z from 'zod'
import { edit } from '../../contract/roles.ts'
import { Role, User } from '../../db/models/people.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { mergeTranslations, translationsOf } from '../admin/translations.ts'
import { handle } from '../kernel/bus/handle.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { isStandard, ownTexts } from './texts.ts'

/** The constraint that keeps names unique. */
export const nameTaken = { roles_name_key: { code: 'name-taken', field: 'name' } } as const

type Values = Omit<z.input<typeof edit.input>, 'roleId' | 'version'>

/** What a role holds now, in the shape of the command's input. */
export function valuesOf(role: Role): Values {
  const { canHaveTenants, canHaveZones } = role
  const { texts } = translationsOf(role.translations, ownTexts(role))
  return { ...ownTexts(role), canHaveTenants, canHaveZones, translations: { texts, confirmed: [] } }
}

/** Saves all fields of a role (rules RO-1 and RO-3). Its products are changed by `roles.grant`. */
export default handle(edit, async ({ input, actor, trx, refuse }) => {
  const { roleId, version, translations, ...fields } = input
  // Before the locks of rows: whoever gives a person a zone meanwhile waits, or is waited for.
  await trx.raw(`select pg_advisory_xact_lock(hashtext('roles-may-have'))`)
  const kept = await lockVersion(trx, refuse, {
    row: Role.query(trx).findById(roleId),
    seen: version,
    current: valuesOf,
  })
  if (isStandard(kept) && fields.name !== kept.name)
    return refuse('role-standard', undefined, [{ path: 'name', issue: 'role-standard' }])
  await checkBarred(trx, refuse, kept, fields)
  const row = {
    ...fields,
    translations: mergeTranslations(kept.translations, translations, ownTexts(fields)),
    modifiedBy: actor.userId,
  }
  const saved = await translateConstraints(trx, refuse, nameTaken, () => kept.$query(trx).patchAndFetch(row))
  return { roleId, version: saved.version }
})

type May = Pick<Role, 'canHaveTenants' | 'canHaveZones'>

/** Refuses to bar a role from what its people have. */
async function checkBarred(
  trx: Knex.Transaction,
  refuse: Refuse<'role-has-tenants' | 'role-has-zones'>,
  kept: Role,
  wanted: May,
): Promise<void> {
  const having = (table: string) =>
    User.query(trx).where('role_id', kept.id).whereIn('id', trx(table).select('user_id')).resultSize()
  if (kept.canHaveTenants && !wanted.canHaveTenants) {
    const users = await having('user_tenants')
    if (users > 0) {
      const issue = { path: 'canHaveTenants', issue: 'role-has-tenants', params: { users } } as const
      refuse('role-has-tenants', { users }, [issue])
    }
  }
  if (kept.canHaveZones && !wanted.canHaveZones) {
    const users = await having('user_zones')
    if (users > 0)
      refuse('role-has-zones', { users }, [{ path: 'canHaveZones', issue: 'role-has-zones', params: { users } }])
  }
}
