import type { Knex } from 'knex'
import { one } from '../../../db/sql.ts'
import { drawLink } from '../../messages/links.ts'

/** Draws the link of the last mail to an address, as its sending does. Returns the link's value. */
export async function invitationLink(knex: Knex, email: string): Promise<string> {
  const { id } = await one<{ id: number }>(
    knex,
    `select id from messages where kind = 'rm-invitation' and recipient = ? order by id desc limit 1`,
    [email],
  )
  const value = await drawLink(knex, 'rm-invitation', id)
  if (value === null) throw new Error('the mail has no link')
  return value
}
