import type { Knex } from 'knex'
import type { MessageKind } from '../../contract/messages.ts'
import { many } from '../../db/sql.ts'
import { addJobs } from '../jobs/add-job.ts'
import { mobileNumber } from './mobile-number.ts'
import { type Addressee, readAddressees } from './read-about.ts'
import { type MessageData, renderMessage } from './render.ts'
import { kindRules } from './texts/kinds.ts'

export type { MessageKind } from '../../contract/messages.ts'

/**
 * A message to queue. What its template needs beyond the reservation itself is in `data`, times as ISO strings, money in cents:
 * reservation-changed { fromDevice, toDevice }, reservation-canceled { refundCents, by: 'operator' | null }, reservation-rebooked { fromDevice,
 * toDevice, why: 'maintenance' | 'overstay', reason }, maintenance-* { reason, from, until, triesUntil, refundCents }, overstay-begun and
 * overstay-charged { until, cents }, overstay-next-* { refundCents, triesUntil }, gateway-silent { since, devices }, malfunction-opened {
 * malfunctionKind, device, since }. Devices are given by name, not id; null or missing values are left out.
 */
export interface Message {
  readonly kind: MessageKind
  /** Language, address, number, settings and consent are read from this user. */
  readonly userId: number
  /** A message with the same key is never queued twice. */
  readonly dedupeKey: string
  readonly reservationId?: number
  readonly gatewayId?: number
  readonly data: MessageData
}

const batch = 500

interface Written {
  readonly id: number
  readonly channel: 'mail' | 'sms'
  readonly state: 'queued' | 'suppressed'
}

/** Writes mails, and SMS where product, access time, consent and number allow (rules N-1 to N-4), with the jobs that send them. Returns how many were new. */
export async function queueMessages(trx: Knex.Transaction, messages: readonly Message[]): Promise<number> {
  // Keys are sorted, so concurrent writers of the same messages wait for each other in the same order.
  const inOrder = messages.toSorted((one, other) => (one.dedupeKey < other.dedupeKey ? -1 : 1))
  const written: Written[] = []
  for (let from = 0; from < inOrder.length; from += batch)
    written.push(...(await writeSome(trx, inOrder.slice(from, from + batch))))
  for (const channel of ['mail', 'sms'] as const) {
    const queued = written.filter((each) => each.channel === channel && each.state === 'queued')
    const jobs = queued.map(({ id }) => ({ id }))
    await addJobs(trx, `messages.${channel}`, jobs)
  }
  return written.filter(({ channel }) => channel === 'mail').length
}

const columns = `channel, kind, recipient, user_id, language, sender_name, subject, body_text, body_html, data, dedupe_key,
  reservation_id, gateway_id, site_id, state, error`

async function writeSome(trx: Knex.Transaction, messages: readonly Message[]): Promise<Written[]> {
  const wanted = messages.map(({ kind, userId, reservationId = null, gatewayId = null }, place) => {
    return { place, userId, group: kindRules[kind].group, reservationId, gatewayId }
  })
  const addressees = await readAddressees(trx, wanted)
  const rows = addressees.flatMap((addressee) => {
    const message = messages[addressee.place]
    return message ? rowsOf(message, addressee) : []
  })
  if (rows.length === 0) return []
  return many<Written>(
    trx,
    `insert into messages (${columns}) select ${columns} from jsonb_populate_recordset(null::messages, ?::jsonb)
     on conflict (dedupe_key) do nothing returning id, channel, state`,
    [JSON.stringify(rows)],
  )
}

/** The rows of one message: its mail, which is kept even if the person does not want it sent, and perhaps an SMS. */
function rowsOf(message: Message, addressee: Addressee) {
  const { subject, text, html, sms } = renderMessage(message.kind, addressee, message.data)
  const common = {
    kind: message.kind,
    user_id: message.userId,
    language: addressee.language,
    sender_name: addressee.sender,
    data: message.data,
    reservation_id: message.reservationId ?? null,
    gateway_id: message.gatewayId ?? null,
    site_id: addressee.siteId,
  }
  const against = mailRefusal(message.kind, addressee)
  const mail = {
    ...common,
    channel: 'mail',
    recipient: addressee.email,
    subject,
    body_text: text,
    body_html: html,
    dedupe_key: message.dedupeKey,
    state: against === null ? 'queued' : 'suppressed',
    error: against,
  }
  const number = sms !== null && maySms(addressee) ? mobileNumber(addressee.mobile) : null
  if (sms === null || number === null) return [mail]
  const letter = { subject: null, body_text: sms, body_html: null }
  const dedupe_key = `${message.dedupeKey}:sms`
  return [mail, { ...common, ...letter, channel: 'sms', recipient: number, dedupe_key, state: 'queued', error: null }]
}

/** Returns why a mail is not sent, or null: rule N-3. */
function mailRefusal(kind: MessageKind, addressee: Addressee): 'account-inactive' | 'switched-off' | null {
  const { group, always } = kindRules[kind]
  if (!addressee.active) return 'account-inactive'
  if (always) return null
  const wanted = group === 'maintenance' ? addressee.maintenanceMails : addressee.mail !== false
  return wanted ? null : 'switched-off'
}

/** Rule N-4, except for the number. */
function maySms(addressee: Addressee): boolean {
  return addressee.active && addressee.smsAllowed && addressee.consents && addressee.sms !== false
}
