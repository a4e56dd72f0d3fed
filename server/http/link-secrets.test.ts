import { expect, it } from 'vitest'
import { one } from '../../db/sql.ts'
import { tableNames, tablesHolding } from '../../db/testing/stored.ts'
import { invitationLink } from '../invitations/testing/invitation-link.ts'
import { drawLink, type LinkPurpose, linkPurposes } from '../messages/links.ts'
import { queueAccountMail } from '../messages/queue-account.ts'
import { useApp } from './testing/use-app.ts'

const { db, world, app } = await useApp()

const password = 'Quiet-Harbour-7'
const invited = 'new.face@world.example'

/** Draws a link as the sending of its mail does. */
async function mailed(purpose: LinkPurpose, userId: number, to = {}): Promise<string> {
  await db.knex.transaction((trx) => queueAccountMail(trx, { kind: purpose, userId, to }))
  const { id } = await one<{ id: number }>(db.knex, 'select max(id)::int as id from messages where kind = ?', [purpose])
  const value = await drawLink(db.knex, purpose, id)
  if (value === null) throw new Error('no link')
  return value
}

/** For each purpose: how its link comes to be, and the call that uses it. */
const uses: Record<LinkPurpose, { link: () => Promise<string>; path: string; body: object }> = {
  registration: {
    link: () => mailed('registration', world.users.unfinished.id),
    path: '/users/register_confirm',
    body: { password: 'Demo-Pass1!' },
  },
  'password-reset': {
    link: () => mailed('password-reset', world.users.visitor.id),
    path: '/users/password_reset',
    body: { password },
  },
  'email-change': {
    link: () => mailed('email-change', world.users.srm.id, { email: 'moved@world.example' }),
    path: '/users/email_change',
    body: {},
  },
  'rm-invitation': {
    link: async () => {
      const body = { email: invited, zones: [world.own.id] }
      const cookie = await app.login('rm', world.password)
      expect(await app.ask('POST', '/users/rm_invitation', { cookie, body })).toMatchObject({ status: 200 })
      return invitationLink(db.knex, invited)
    },
    path: '/users/migrate_to_rm',
    body: { password, firstname: 'Noa', lastname: 'Vance', language: 'fr', terms: true },
  },
}

it.each(linkPurposes)(
  'a link for %s works once, and is raw in no table, job or log [ASVS V6.5.1] [ASVS V6.5.2] [ASVS V16.2.5]',
  async (purpose) => {
    const { link, path, body } = uses[purpose]
    const token = await link()
    const wrong = `${token.slice(1)}${token.startsWith('A') ? 'B' : 'A'}`
    const statuses: boolean[] = []
    for (const value of [wrong, token, token])
      statuses.push((await app.ask('POST', path, { body: { token: value, ...body } })).status < 300)
    expect(statuses).toEqual([false, true, false])
    expect(await tableNames(db.knex)).toEqual(
      expect.arrayContaining(['public.messages', 'public.outbox', 'public.commands', 'graphile_worker._private_jobs']),
    )
    expect(await tablesHolding(db.knex, token)).toEqual([])
    expect(app.log()).not.toContain(token)
  },
)
