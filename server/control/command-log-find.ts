import type { Knex } from 'knex'
import type * as z from 'zod'
import { type commandLog, eventReaders } from '../../contract/control.ts'
import { mayAccess } from '../../contract/features.ts'
import { maxCount } from '../../contract/list.ts'
import { type Scope, siteScope } from '../../telemetry/views/scope.ts'
import { scopeOf } from '../access/scope.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { containing } from '../kernel/sql.ts'
import { limitsOf, type PageOf } from '../lists/page.ts'

type Input = z.output<typeof commandLog.input>
type Search = Pick<Input, 'search'> & Input['filters'] & { readonly oldestFirst: boolean }

/** A complete support code; a part of one finds nothing. */
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
  readonly bindings: Readonly<Record<string, Knex.Value | null>>
}

/**
 * Returns the ids of one page and the number of matches, up to the bound of lists. Each search uses an index by time,
 * per device or site, and reads only as much as the page needs.
 */
export async function findDeviceCommands(trx: Knex, scope: Scope, input: Input): Promise<PageOf<string>> {
  const { offset, limit } = limitsOf(input)
  const { found, order, bindings } = await matching(trx, scope, input)
  const counted = await trx.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::int AS count FROM (SELECT FROM (${found}) found LIMIT :most) AS counted`,
    { ...bindings, reach: maxCount + 1, most: maxCount + 1 },
  )
  const count = counted.rows[0]?.count ?? 0
  const all = { recordCount: Math.min(count, maxCount), countIsExact: count <= maxCount }
  if (offset >= count || limit === 0) return { rows: [], ...all }
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `SELECT id FROM (${found}) found ORDER BY ${order} LIMIT :limit OFFSET :offset`,
    { ...bindings, reach: offset + limit, limit, offset },
  )
  return { rows: rows.map(({ id }) => id), ...all }
}

/** SQL for the ids of all matches, in order. */
export async function allDeviceCommands(trx: Knex, scope: Scope, input: Input): Promise<Part> {
  const { found, order, bindings } = await matching(trx, scope, input)
  return { sql: `SELECT id FROM (${found}) found ORDER BY ${order}`, bindings: { ...bindings, reach: null } }
}

/** The matches as SQL, at most :reach per device or site, and their order. */
async function matching(trx: Knex, scope: Scope, { search: text, sort, filters: given }: Input) {
  const search: Search = { search: text, ...given, oldestFirst: sort === 'issuedAt' }
  const { sql: found, bindings } = wayTo(scope, search, await manyAreCalled(trx, text))
  return { found, bindings, order: search.oldestFirst ? 'issued_at, id' : 'issued_at DESC, id DESC' }
}

/**
 * A word that matches more devices than this is searched in all commands, newest first, because most of them will
 * match.
 */
const fewDevices = 100

async function manyAreCalled(trx: Knex, word: string): Promise<boolean> {
  if (word === '' || wholeCode.test(word)) return false
  const { rows } = await trx.raw<{ rows: object[] }>(`SELECT FROM (${called}) d LIMIT :most`, {
    like: containing(word),
    most: fewDevices + 1,
  })
  return rows.length > fewDevices
}

/** Returns what the actor may find; null = nothing, for example support without a complete code. */
export function commandLogScope(actor: UserActor, coded: boolean): Scope | null {
  if (coded && actor.features.has('BASIC_SUP')) return { all: true }
  return mayAccess(eventReaders, actor.features) ? scopeOf(actor) : null
}

/** Returns the id of a command by its support code, inside the scope. */
export async function findByCode(trx: Knex, scope: Scope, code: string): Promise<string | null> {
  const within = sitesOf(scope)
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `SELECT o.id FROM device_commands o WHERE o.support_code = :code AND o.site_id IN (${within.sql})`,
    { ...within.bindings, code: code.toUpperCase() },
  )
  return rows[0]?.id ?? null
}

/** SQL for the ids and times of matches, at most :reach per device or site, with the values of its parameters. */
function wayTo(scope: Scope, search: Search, manyAreCalledSo: boolean): Part {
  const {
    search: query,
    siteId,
    deviceId = null,
    reservationId = null,
    runId = null,
    outcome,
    from = null,
    until = null,
  } = search
  const sites = sitesOf(scope, siteId)
  const bindings = {
    ...sites.bindings,
    ...{ deviceId, reservationId, runId, from, until },
    states: outcome ? [...statesOf[outcome]] : [],
    code: query.toUpperCase(),
    like: containing(query),
    number: /^\d{1,15}$/.test(query) ? Number(query) : -1,
  }
  return { sql: sqlOf(search, sites.sql, manyAreCalledSo), bindings }
}

function sqlOf(search: Search, sites: string, manyAreCalledSo: boolean): string {
  const { search: query, deviceId, reservationId, runId, outcome, oldestFirst } = search
  const direction = oldestFirst ? '' : ' DESC'
  const inside = [`o.site_id IN (${sites})`, ...filters(search)]
  const newest = (...where: readonly string[]) =>
    `SELECT o.id, o.issued_at FROM device_commands o WHERE ${where.join(' AND ')} ORDER BY o.issued_at${direction}, o.id${direction} LIMIT :reach`
  if (wholeCode.test(query)) return newest('o.support_code = :code', ...inside)
  const one = [
    ...(runId === undefined ? [] : ['o.run_id = :runId']),
    ...(reservationId === undefined ? [] : ['o.reservation_id = :reservationId']),
    ...(deviceId === undefined ? [] : ['o.device_id = :deviceId']),
  ]
  // A word is part of a device's name, or the full number of a reservation.
  const named = query === '' ? [] : [`(o.device_id IN (${called}) OR o.reservation_id IN (${numbered}))`]
  if (one.length > 0) return newest(...one, ...named, ...inside)
  if (named.length > 0 && !manyAreCalledSo)
    return `SELECT n.* FROM (${called}) device CROSS JOIN LATERAL (${newest('o.device_id = device.id', ...inside)}) n
      UNION ALL SELECT n.* FROM (${newest(`o.reservation_id IN (${numbered}) AND o.device_id NOT IN (${called})`, ...inside)}) n`
  const at = ['o.site_id = site.id', ...filters(search), ...named]
  return outcome
    ? `SELECT n.* FROM (${sites}) site (id) CROSS JOIN unnest(:states::text[]) AS wanted (state)
       CROSS JOIN LATERAL (${newest('o.state = wanted.state', ...at)}) n`
    : `SELECT n.* FROM (${sites}) site (id) CROSS JOIN LATERAL (${newest(...at)}) n`
}

/** Returns the sites of a scope, or only the given one. */
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

/** Conditions on every command, however it is found. */
function filters({ outcome, allowedBy, from, until }: Search): string[] {
  return [
    // Inlined instead of bound, so that the planner can use the partial index of rare kinds.
    ...(outcome ? [`o.state IN (${statesOf[outcome].map((state) => `'${state}'`).join(', ')})`] : []),
    ...(allowedBy ? [`o.allowed_by = '${allowedBy}'`] : []),
    ...(from ? ['o.issued_at >= :from'] : []),
    ...(until ? ['o.issued_at < :until'] : []),
  ]
}

const called = 'SELECT id FROM devices WHERE name ILIKE :like'
const numbered = 'SELECT id FROM reservations WHERE number = :number'
