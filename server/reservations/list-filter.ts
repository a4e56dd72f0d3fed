import type { Knex } from 'knex'
import type * as z from 'zod'
import { maxCount, type SortKey } from '../../contract/list.ts'
import type { personal, sorts } from '../../contract/reservations.ts'
import { many, prepared } from '../../db/sql.ts'
import { containing } from '../kernel/sql.ts'

/** Part of a condition on reservations r with its bindings. */
export interface Filter {
  readonly sql: readonly string[]
  readonly bindings: Readonly<Record<string, Knex.Value>>
}

/** A plate as the database compares it: letters and digits only, in capitals. */
const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/**
 * Returns a filter for a word in number, plate, note, device (with `children` also companions), site and (with
 * `people`) the person's name and e-mail.
 */
export function matching(query: string, { people, children }: { people: boolean; children: boolean }): Filter {
  if (query === '') return { sql: [], bindings: {} }
  const plate = plain(query)
  const isNumber = /^\d{1,15}$/.test(query)
  const device = 'select id from devices where name ilike :like'
  const ways = [
    'r.note ilike :like',
    `r.device_id in (${device})`,
    'r.site_id in (select id from sites where name ilike :like or full_name ilike :like)',
    ...(plate === '' ? [] : [`upper(regexp_replace(r.licence_plate, '[^[:alnum:]]', '', 'g')) like :plate`]),
    ...(isNumber ? ['r.number = :number'] : []),
    ...(children
      ? [`exists (select from reservations c where c.parent_id = r.id and c.device_id in (${device}))`]
      : []),
    ...(people
      ? ['r.user_id in (select id from users where full_name ilike :like or username ilike :like or email ilike :like)']
      : []),
  ]
  return {
    sql: [`(${ways.join(' or ')})`],
    bindings: { like: containing(query), plate: `%${plate}%`, number: isNumber ? Number(query) : 0 },
  }
}

/** Returns a filter by a condition with one binding; without its value everything passes. */
export function given(sql: string, binding: Readonly<Record<string, Knex.Value | undefined>>): Filter {
  const isGiven = !Object.values(binding).includes(undefined)
  return isGiven ? { sql: [sql], bindings: binding as Filter['bindings'] } : { sql: [], bindings: {} }
}

type Common = Pick<z.output<typeof personal.input>, 'states' | 'startSince' | 'startUntil' | 'priceMin' | 'priceMax'>

/** Returns filters by state (none = all), start and price (cents). */
export function common({ states, startSince, startUntil, priceMin, priceMax }: Common): Filter[] {
  return [
    given('r.state = any (:states)', { states: states.length > 0 ? states : undefined }),
    given('r.starts_at >= :startSince', { startSince }),
    given('r.starts_at < :startUntil', { startUntil }),
    given('r.price_cents >= :priceMin', { priceMin }),
    given('r.price_cents <= :priceMax', { priceMax }),
  ]
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

/** One page of ids of main reservations, with the total count (at most `maxCount`); beyond the end it is empty. */
export async function pageOf(
  trx: Knex,
  filters: readonly Filter[],
  { sort, descending, page, limit }: Paging,
): Promise<{ ids: number[]; recordCount: number; countIsExact: boolean }> {
  const { sql, where, bindings } = idsOf(filters, { sort, descending })
  const offset = (page - 1) * limit
  const read = isCommon(bindings, sort) ? prepared : many
  const rows = await read<{ id: number }>(trx, `${sql} limit :limit offset :offset`, { ...bindings, limit, offset })
  const ids = rows.map(({ id }) => id)
  // The last page knows the total.
  if (ids.length < limit && (ids.length > 0 || offset === 0)) return { ids, ...upToMax(offset + ids.length) }
  const [counted] = await read<{ n: number }>(
    trx,
    `select count(*)::int as n from (select from reservations r where ${where} limit ${maxCount + 1}) found`,
    bindings,
  )
  return { ids, ...upToMax(counted?.n ?? 0) }
}

const upToMax = (count: number) => ({ recordCount: Math.min(count, maxCount), countIsExact: count <= maxCount })

/** SQL for the ids of all matching main reservations, in order. */
export function idsOf(filters: readonly Filter[], { sort, descending }: Pick<Paging, 'sort' | 'descending'>) {
  const where = ['r.parent_id is null', ...filters.flatMap(({ sql }) => sql)].join(' and ')
  const bindings = Object.assign({}, ...filters.map((filter) => filter.bindings)) as Record<string, Knex.Value>
  const direction = descending ? 'desc' : 'asc'
  const order = `order by ${columns[sort]} ${direction}, r.id ${direction}`
  return { sql: `select r.id from reservations r where ${where} ${order}`, where, bindings }
}

/** The requested order. */
export function orderOf<S extends Sort>({ sort }: { readonly sort: SortKey<S> }) {
  return { sort: sort.replace('-', '') as S, descending: sort.startsWith('-') }
}

const usual = ['userId', 'zoneIds', 'states', 'now']
/**
 * Whether a list is requested frequently. Only those plans are cached, because thousands of combinations are possible.
 */
function isCommon(bindings: Filter['bindings'], sort: Sort): boolean {
  return sort === 'start' && Object.keys(bindings).every((name) => usual.includes(name))
}
