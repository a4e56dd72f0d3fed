import type { Knex } from 'knex'
import type * as z from 'zod'
import type { ledger } from '../../contract/control.ts'
import { type Scope, siteScope } from '../../telemetry/views/scope.ts'
import { containing } from '../kernel/sql.ts'

export type Search = z.output<typeof ledger.input>

/** So many are counted and paged at most: beyond it nobody turns pages, and counting more only takes time. */
export const mostCounted = 10_000
/** A whole support code; nothing shorter finds anything by its code. */
export const wholeCode = /^HF-[2-9A-Z]{4}-[2-9A-Z]{4}$/i

const statesOf = {
  open: ['queued', 'sent', 'taken'],
  confirmed: ['confirmed'],
  failed: ['failed', 'expired'],
  unknown: ['unknown'],
  refused: ['refused'],
} as const

interface Part {
  readonly sql: string
  readonly bindings: Readonly<Record<string, Knex.Value>>
}

/**
 * Ids of one page of the ledger inside the scope, newest first, with how many match (at most `mostCounted`). Each way of looking goes along
 * an index that is in order of time, for every device or site by itself, and takes no more than the page needs.
 */
export async function findOrders(
  trx: Knex,
  scope: Scope,
  search: Search,
): Promise<{ ids: string[]; recordCount: number }> {
  const { page, limit } = search
  const offset = (page - 1) * limit
  const { sql, bindings } = wayTo(scope, search, await manyAreCalled(trx, search.query))
  const counted = await trx.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::int AS count FROM (SELECT FROM (${sql}) found LIMIT :most) AS counted`,
    { ...bindings, reach: mostCounted, most: mostCounted },
  )
  const recordCount = counted.rows[0]?.count ?? 0
  if (offset >= recordCount) return { ids: [], recordCount }
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `SELECT id FROM (${sql}) found ORDER BY issued_at DESC, id DESC LIMIT :limit OFFSET :offset`,
    { ...bindings, reach: Math.min(offset + limit, mostCounted), limit: Math.min(limit, mostCounted - offset), offset },
  )
  return { ids: rows.map(({ id }) => id), recordCount }
}

/** A word that names more devices than this is looked for in all orders, newest first: most of them will match. */
const fewDevices = 100

async function manyAreCalled(trx: Knex, word: string): Promise<boolean> {
  if (word === '' || wholeCode.test(word)) return false
  const { rows } = await trx.raw<{ rows: object[] }>(`SELECT FROM (${called}) d LIMIT :most`, {
    like: containing(word),
    most: fewDevices + 1,
  })
  return rows.length > fewDevices
}

/** One order by its support code, inside the scope. */
export async function findByCode(trx: Knex, scope: Scope, code: string): Promise<string | null> {
  const within = sitesOf(scope)
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `SELECT o.id FROM orders o WHERE o.support_code = :code AND o.site_id IN (${within.sql})`,
    { ...within.bindings, code: code.toUpperCase() },
  )
  return rows[0]?.id ?? null
}

/** Ids and times of what matches. `:reach` = no more than so many of each device or site. */
function wayTo(scope: Scope, search: Search, manyAreCalledSo: boolean): Part {
  const sites = sitesOf(scope, search.siteId)
  const more = filters(search)
  const inside = `o.site_id IN (${sites.sql}) AND ${more.sql}`
  const newest = (where: string) =>
    `SELECT o.id, o.issued_at FROM orders o WHERE ${where} ORDER BY o.issued_at DESC, o.id DESC LIMIT :reach`
  const bindings = { ...sites.bindings, ...more.bindings }
  const { query, deviceId, reservationId, runId, outcome } = search
  if (wholeCode.test(query))
    return { sql: newest(`o.support_code = :code AND ${inside}`), bindings: { ...bindings, code: query.toUpperCase() } }
  const one = [
    ...(runId === undefined ? [] : ['o.run_id = :runId']),
    ...(reservationId === undefined ? [] : ['o.reservation_id = :reservationId']),
    ...(deviceId === undefined ? [] : ['o.device_id = :deviceId']),
  ]
  const named = query === '' ? null : byWord(query)
  if (one.length > 0)
    return {
      sql: newest([...one, ...(named ? [named.sql] : []), inside].join(' AND ')),
      bindings: { ...bindings, ...named?.bindings, ...defined({ runId, reservationId, deviceId }) },
    }
  if (named && !manyAreCalledSo)
    return {
      sql: `SELECT n.* FROM (${called}) device CROSS JOIN LATERAL (${newest(`o.device_id = device.id AND ${inside}`)}) n
        UNION ALL SELECT n.* FROM (${newest(`o.reservation_id IN (${numbered}) AND o.device_id NOT IN (${called}) AND ${inside}`)}) n`,
      bindings: { ...bindings, ...named.bindings },
    }
  const at = `o.site_id = site.id AND ${more.sql}${named ? ` AND ${named.sql}` : ''}`
  const states = outcome ? statesOf[outcome] : null
  return {
    sql: states
      ? `SELECT n.* FROM (${sites.sql}) site (id) CROSS JOIN unnest(:states::text[]) AS wanted (state)
         CROSS JOIN LATERAL (${newest(`o.state = wanted.state AND ${at}`)}) n`
      : `SELECT n.* FROM (${sites.sql}) site (id) CROSS JOIN LATERAL (${newest(at)}) n`,
    bindings: { ...bindings, ...named?.bindings, ...(states ? { states: [...states] } : {}) },
  }
}

/** The sites of a scope; of them one, when it is named. */
function sitesOf(scope: Scope, siteId?: number): Part {
  const ids = siteId === undefined ? scope.siteIds : (scope.siteIds ?? [siteId]).filter((id) => id === siteId)
  const { sql, bindings } = siteScope({ ...scope, ...(ids ? { siteIds: ids } : {}) }, 's.id')
  let place = 0
  const names = bindings.map((_, index) => `scope${index}`)
  return {
    sql: `SELECT s.id FROM sites s WHERE ${sql.replace(/\?/g, () => `:${names[place++] ?? ''}`)}`,
    bindings: Object.fromEntries(names.map((name, index) => [name, bindings[index] ?? []])),
  }
}

/** What is asked of every order, whichever way it is found. */
function filters({ outcome, allowedBy, from, until }: Search): Part {
  const parts = [
    // Named, not bound: so the few of a kind are found by their own index.
    ...(outcome ? [`o.state IN (${statesOf[outcome].map((state) => `'${state}'`).join(', ')})`] : []),
    ...(allowedBy ? [`o.allowed_by = '${allowedBy}'`] : []),
    ...(from ? ['o.issued_at >= :from'] : []),
    ...(until ? ['o.issued_at < :until'] : []),
  ]
  return { sql: parts.length > 0 ? parts.join(' AND ') : 'true', bindings: defined({ from, until }) }
}

const called = 'SELECT id FROM devices WHERE name ILIKE :like'
const numbered = 'SELECT id FROM reservations WHERE number = :number'

/** A word is part of a device's name, or the whole number of a reservation. */
function byWord(word: string): Part {
  return {
    sql: `(o.device_id IN (${called}) OR o.reservation_id IN (${numbered}))`,
    bindings: { like: containing(word), number: /^\d{1,15}$/.test(word) ? Number(word) : -1 },
  }
}

function defined(values: Record<string, string | number | undefined>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).filter((each): each is [string, string | number] => each[1] !== undefined),
  )
}
