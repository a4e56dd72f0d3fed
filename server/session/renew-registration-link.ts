import type { Knex } from 'knex'
import type * as z from 'zod'
import type { renewInput } from '../../contract/registration.ts'
import { User } from '../../db/models/people.ts'
import { findLink } from './link-tokens.ts'
import { sendRegistrationLink } from './send-registration-link.ts'

/**
 * Sends a new link to somebody whose registration is not finished, by an old link or by the address. Does nothing for
 * others, with the same reply.
 */
export async function renewRegistrationLink(knex: Knex, asked: z.output<typeof renewInput>, now: Date): Promise<void> {
  await knex.transaction(async (trx) => {
    const link = 'token' in asked ? await findLink(trx, 'registration', asked.token, now) : null
    const person = User.query(trx).forUpdate().first()
    const user = await ('token' in asked
      ? person.where({ id: link?.userId ?? 0 })
      : person.whereRaw('lower(email) = lower(?)', [asked.email]))
    if (user?.state !== 'REGISTERED') return
    await sendRegistrationLink(trx, user.id, { link: link?.data ?? {}, tenantId: user.sessionTenantId })
  })
}
