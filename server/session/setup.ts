import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import type * as z from 'zod'
import type { setupInput, setupRefusals } from '../../contract/session.ts'
import { Role, User } from '../../db/models/people.ts'
import { exists } from '../../db/sql.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import type { Context } from '../kernel/context.ts'
import { audit } from './audit.ts'
import { checkNewPassword } from './password-rule.ts'
import { hashPassword } from './passwords.ts'

/** Returns whether the first admin does not exist yet. */
export async function setupNeeded(knex: Knex): Promise<boolean> {
  const admin = await User.query(knex).joinRelated('role').where('role.kind', 'Admin').select('users.id').first()
  return admin === undefined
}

/** Returns a one-time token (256 bits, base64url) to print, and its hash to store. */
export function newSetupToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
/** Hashes of the tokens that the processes of this portal have printed. */
const printedKey = 'setup-tokens'
const maxPrinted = 32

/** Makes the printed token valid in every process: a proxy may route the call to any of them. */
export async function shareSetupToken(knex: Knex, hash: Buffer): Promise<void> {
  await knex.raw(
    `insert into settings (key, value) values (?, jsonb_build_array(?::text))
     on conflict (key) do update set value = (
       select jsonb_agg(kept.hash order by kept.place) from (
         select each.hash, each.place from jsonb_array_elements(settings.value || excluded.value) with ordinality as each (hash, place)
         order by each.place desc limit ?) as kept)`,
    [printedKey, hash.toString('hex'), maxPrinted],
  )
}

function printedElsewhere(knex: Knex, hash: Buffer): Promise<boolean> {
  const printed = 'select from settings where key = ? and jsonb_exists(value, ?)'
  return exists(knex, printed, [printedKey, hash.toString('hex')])
}
const refuse = refuser<(typeof setupRefusals)[number] | 'bad-input'>()
const setupLock = 727_006

/**
 * Creates the first admin, once, and returns the id. Throws Refused with setup-done, setup-token-invalid,
 * password-too-weak, password-too-common or email-taken.
 */
export async function setUp(
  context: Pick<Context, 'knex' | 'log' | 'setup'>,
  input: z.output<typeof setupInput>,
  address: string,
): Promise<number> {
  const expected = context.setup.tokenHash
  if (!expected) return refuse('setup-done')
  const given = hashToken(input.token)
  if (!timingSafeEqual(given, expected) && !(await printedElsewhere(context.knex, given))) {
    context.log.warn({ address }, 'setup refused: wrong token')
    return refuse('setup-token-invalid')
  }
  await checkNewPassword(input.password, 'new', { email: input.email, names: [input.username] }, refuse)
  const passwordHash = await hashPassword(input.password)
  const userId = await context.knex.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [setupLock])
    if (!(await setupNeeded(trx))) return refuse('setup-done')
    const { username, email } = input
    const roleId = Role.query().findOne({ name: 'Admin' }).select('id')
    const made = await User.query(trx)
      .insert({ username, email, passwordHash, state: 'ACTIVE', roleId, language: 'en' })
      .onConflict()
      .ignore()
    const id: number | undefined = made.id
    if (id === undefined) return refuse('email-taken')
    await trx('settings').where({ key: printedKey }).delete()
    await audit(trx, { actor: 'guest', name: 'session.setup', input: { address }, refusal: null, userId: id })
    return id
  })
  context.setup.tokenHash = null
  context.log.info({ userId, address }, 'the first admin was made')
  return userId
}
