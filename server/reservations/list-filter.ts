import type { Knex } from 'knex'
import type { sorts } from '../../contract/reservations.ts'
import { prepared } from '../../db/sql.ts'
import { containing } from '../kernel/sql.ts'

/** Parts of a condition on reservations r with their bindings, as lists of reservations ask for them. */
export interface Filter {
  readonly sql: readonly string[]
  readonly bindings: Readonly<Record<string, Knex.Value>>
}

/** So many are counted at most: beyond it nobody turns pages, and counting more only takes time. */
export const mostCounted = 10_000

/** A plate as the database compares it: letters and digits only, capital. */
const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/**
 * What a search word finds: number, plate, note, device, site and (for operators) the person's name and e-mail. `children` = also by
 * devices that come along. An empty one finds everything.
 */
export function matching(query: string, { people, children }: { people: boolean; children: boolean }): Filter {
  if (query === '') return { sql: [], bindings: {} }
  const plate = plain(query)
  const device = 'select id from devices where name ilike :like'
  const ways = [
    'r.note ilike :like',
    `r.device_id in (${device})`,
    'r.site_id in (select id from sites where name ilike :like or full_name ilike :like)',
    ...(plate === '' ? [] : [`upper(regexp_replace(r.licence_plate, '[^[:alnum:]]', '', 'g')) like :plate`]),
    ...(/^\d{1,15}$/.test(query) ? ['r.number = :number'] : []),
    ...(children
      ? [`exists (select from reservations c where c.parent_id = r.id and c.device_id in (${device}))`]
      : []),
    ...(people
      ? ['r.user_id in (select id from users where full_name ilike :like or username ilike :like or email ilike :like)']
      : []),
  ]
  return {
    sql: [`(${ways.join(' or ')})`],
    bindings: { like: containing(query), plate: `%${plate}%`, number: /^\d{1,15}$/.test(query) ? Number(query) : 0 },
  }
}

/** From `since` on, and before `until`. */
export function startingIn({
  startSince,
  startUntil,
}: {
  startSince?: string | undefined
  startUntil?: string | undefined
}): Filter {
  return {
    sql: [...(startSince ? ['r.starts_at >= :startSince'] : []), ...(startUntil ? ['r.starts_at < :startUntil'] : [])],
    bindings: { ...(startSince ? { startSince } : {}), ...(startUntil ? { startUntil } : {}) },
  }
}

/** From `priceMin` on, up to and with `priceMax`, cents. */
export function priced({
  priceMin,
  priceMax,
}: {
  priceMin?: number | undefined
  priceMax?: number | undefined
}): Filter {
  return {
    sql: [
      ...(priceMin === undefined ? [] : ['r.price_cents >= :priceMin']),
      ...(priceMax === undefined ? [] : ['r.price_cents <= :priceMax']),
    ],
    bindings: { ...(priceMin === undefined ? {} : { priceMin }), ...(priceMax === undefined ? {} : { priceMax }) },
  }
}

type Sort = (typeof sorts)[number]
const columns: Readonly<Record<Sort, string>> = {
  start: 'r.starts_at',
  end: 'r.ends_at',
  number: 'r.number',
  price: 'r.price_cents',
  created: 'r.created_at',
}

export interface Paging {
  readonly sort: Sort
  readonly descending: boolean
  readonly page: number
  readonly limit: number
}

/** One page of ids of main reservations, with how many there are in all (at most `mostCounted`); beyond the end it is empty. */
export async function pageOf(
  trx: Knex,
  filters: readonly Filter[],
  { sort, descending, page, limit }: Paging,
): Promise<{ ids: number[]; recordCount: number }> {
  const where = ['r.parent_id is null', ...filters.flatMap(({ sql }) => sql)].join(' and ')
  const bindings = Object.assign({}, ...filters.map((filter) => filter.bindings)) as Record<string, Knex.Value>
  const direction = descending ? 'desc' : 'asc'
  const offset = (page - 1) * limit
  const read = isCommon(bindings, sort) ? prepared : askedRows
  const rows = await read<{ id: number }>(
    trx,
    `select r.id from reservations r where ${where} order by ${columns[sort]} ${direction}, r.id ${direction} limit :limit offset :offset`,
    { ...bindings, limit, offset },
  )
  const ids = rows.map(({ id }) => id)
  // The last page says how many there are.
  if (ids.length < limit && (ids.length > 0 || offset === 0))
    return { ids, recordCount: Math.min(offset + ids.length, mostCounted) }
  const [counted] = await read<{ n: number }>(
    trx,
    `select count(*)::int as n from (select from reservations r where ${where} limit ${mostCounted}) found`,
    bindings,
  )
  return { ids, recordCount: counted?.n ?? 0 }
}

/** What is asked for all the time, by its times: whose, or in which zones, and in which states. Only those plans are kept: there are thousands of ways to ask. */
function isCommon(bindings: Filter['bindings'], sort: Sort): boolean {
  return (
    sort === 'start' && Object.keys(bindings).every((name) => ['userId', 'zoneIds', 'states', 'now'].includes(name))
  )
}

async function askedRows<T>(trx: Knex, sql: string, bindings: Record<string, Knex.Value>): Promise<T[]> {
  return (await trx.raw<{ rows: T[] }>(sql, bindings)).rows
}
