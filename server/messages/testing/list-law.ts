import { list } from '../../../contract/messages.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

/** Messages are found by their subject. */
export const messagesLaw: ListLaw = {
  def: list,
  scoped: true,
  plant: (knex, world, side, subject) =>
    insert(knex, 'messages', {
      channel: 'mail',
      kind: 'gateway-silent',
      recipient: 'somebody@example.org',
      language: 'en',
      subject,
      body_text: 'Text',
      body_html: '<p>Text</p>',
      site_id: world[side].siteId,
      state: 'sent',
      via: 'outbox',
      sent_at: new Date(),
    }),
}
