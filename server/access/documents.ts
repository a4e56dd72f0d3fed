import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import { enqueue } from '../../db/transaction.ts'

/** A document that applies at a site, with the person's acceptance of its present revision. */
export interface SiteDocument {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly scope: 'global' | 'tenant' | 'zone'
  readonly revision: number
  readonly translations: Readonly<Record<string, { title?: string; text?: string }>>
  readonly accepted: boolean
  /** Accepted for good, not only for one booking. */
  readonly remembered: boolean
}

/** How long an acceptance for one booking waits for that booking, hours. */
const waitsHours = 24

/** Documents d that apply at the site of the expression. */
const appliesAt = (site: string): string =>
  `(d.scope = 'global' or d.zone_id in (select zone_id from site_zones where site_id = ${site})
    or d.tenant_id in (select z.tenant_id from site_zones sz join zones z on z.id = sz.zone_id where sz.site_id = ${site}))`

/** Reads the documents that apply at a site (rule A-4); what was accepted for one booking counts for `reservationId`, or while it waits. Terms and privacy (1, 2) came with the registration. */
export function readSiteDocuments(
  trx: Knex,
  { userId, siteId, reservationId = null }: { userId: number; siteId: number; reservationId?: number | null },
): Promise<SiteDocument[]> {
  return prepared<SiteDocument>(
    trx,
    `select d.id, d.name, d.description, d.scope, d.revision, d.translations, kept or once as accepted, kept as remembered
     from documents d
     join users u on u.id = ?
     cross join lateral (select
       (d.id in (1, 2) and u.tos_accepted_at is not null and (d.revision = 1 or u.tos_accepted_at >= d.modified_at))
       or exists (select from document_acceptances a
                  where a.user_id = u.id and a.document_id = d.id and a.revision = d.revision and a.remember_decision) as kept,
       exists (select from document_acceptances a
               where a.user_id = u.id and a.document_id = d.id and a.revision = d.revision
                 and (a.reservation_id = ? or (a.reservation_id is null and a.accepted_at > now() - make_interval(hours => ?)))) as once) answer
     where ${appliesAt('?::int')}
     order by array_position(array['global', 'tenant', 'zone'], d.scope), lower(d.name), d.id`,
    [userId, reservationId, waitsHours, siteId, siteId],
  )
}

/** Returns the documents of a site that the person still has to accept before booking there. */
export async function missingDocuments(
  trx: Knex,
  userId: number,
  siteId: number,
  reservationId: number | null = null,
): Promise<{ id: number; name: string }[]> {
  const documents = await readSiteDocuments(trx, { userId, siteId, reservationId })
  return documents.filter((document) => !document.accepted)
}

interface Acceptance {
  readonly userId: number
  readonly documentIds: readonly number[]
  readonly reservationId: number | null
  readonly remember: boolean
  readonly now: Date
}

/**
 * Stores a person's acceptance of documents: for good (`remember`), or for one booking. A reservation, even without
 * ids, takes over what waits for its site.
 */
export async function acceptDocuments(
  trx: Knex.Transaction,
  { userId, documentIds, reservationId, remember, now }: Acceptance,
): Promise<void> {
  if (documentIds.length > 0) {
    await trx.raw(
      `insert into document_acceptances (document_id, user_id, reservation_id, revision, remember_decision, accepted_at)
       select id, ?, ?, revision, ?, ? from documents where id = any (?) order by id
       on conflict do nothing`,
      [userId, remember ? null : reservationId, remember, now, [...documentIds]],
    )
  }
  if (reservationId !== null) {
    await enqueue(
      trx,
      `update document_acceptances a set reservation_id = r.id
         from reservations r, documents d
         where r.id = ? and d.id = a.document_id and ${appliesAt('r.site_id')}
           and a.user_id = ? and a.reservation_id is null and not a.remember_decision
           and a.accepted_at > now() - make_interval(hours => ?)`,
      [reservationId, userId, waitsHours],
    )
  }
}
