import type { Knex } from 'knex'
import type { MessageGroup, MessageKind } from '../../../contract/messages.ts'
import { insert, type Planted, plantSite } from '../../../db/testing/fixtures.ts'
import type { Message } from '../queue.ts'

export interface MessageWorld extends Planted {
  readonly email: string
  readonly reservationId: number
  message(kind: MessageKind, dedupeKey?: string): Message
  /** Columns of the person. */
  change(row: object): Promise<void>
  settings(groups: Partial<Record<MessageGroup, { mail?: boolean; sms?: boolean }>>): Promise<void>
  /** What was bought with the reservation. */
  rules(rules: object): Promise<void>
  /** Everything that an SMS needs. */
  allowSms(): Promise<void>
}

/** A visitor with a reservation, at a site whose zone has its own sender. SMS are allowed from the start. */
export async function messageWorld(knex: Knex): Promise<MessageWorld> {
  const site = await plantSite(knex, { devices: 2 })
  await knex('zones').where({ id: site.zoneId }).update({ email_sender_name: 'Parken am See' })
  const eventId = await insert(knex, 'events', { zone_id: site.zoneId, name: 'Always', starts_on: '2020-01-01' })
  const reservationId = await insert(knex, 'reservations', {
    user_id: site.userId,
    site_id: site.siteId,
    device_id: site.deviceIds[0],
    event_id: eventId,
    starts_at: new Date(Date.now() + 86_400_000),
    ends_at: new Date(Date.now() + 90_000_000),
    state: 'RESERVED',
    reserved_at: new Date(),
    price_cents: 400,
  })
  const { email } = (await knex('users').where({ id: site.userId }).first('email')) as { email: string }
  const world: MessageWorld = {
    ...site,
    email,
    reservationId,
    message: (kind, dedupeKey = kind) => ({
      kind,
      userId: site.userId,
      dedupeKey,
      reservationId,
      data: { refundCents: 400 },
    }),
    change: async (row) => void (await knex('users').where({ id: site.userId }).update(row)),
    async settings(groups) {
      await knex('notification_settings').where({ user_id: site.userId }).delete()
      for (const [kind, { mail = true, sms = true }] of Object.entries(groups))
        await knex('notification_settings').insert({ user_id: site.userId, kind, mail, sms })
    },
    rules: async (rules) =>
      void (await knex('reservations')
        .where({ id: reservationId })
        .update({ rules: JSON.stringify(rules) })),
    async allowSms() {
      await knex.raw(
        `insert into product_tenants (product_id, tenant_id) select id, ? from products where prefix = 'SMS' on conflict do nothing`,
        [site.tenantId],
      )
      await world.rules({ smsEnabled: true })
      await world.settings({})
      await world.change({ mobile_number: '0151 23456789', wants_sms: true, sms_consent_at: new Date() })
    },
  }
  await world.allowSms()
  return world
}
