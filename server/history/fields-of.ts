import type { FieldChange, HistoryValue } from '../../contract/history.ts'
import type { RowHistory } from '../../db/models/history.ts'
import { entityOf } from './tables.ts'

/** Columns that say nothing to people. */
const unsaid: ReadonlySet<string> = new Set([
  'id',
  'created_at',
  'created_by',
  'modified_by',
  'field_map_version',
  'dev_eui',
  'order_counter',
])
/** Names of fields whose column is called otherwise. */
const renamed: Readonly<Record<string, string>> = {
  auto_close_gatetime_s: 'autoCloseGatetimeSec',
  auto_close_unused_gatetime_s: 'autoCloseUnusedGatetimeSec',
}
/** What a reference is called in its own table. */
const referred: Readonly<Record<string, string>> = {
  tenant_id: 'tenants',
  session_tenant_id: 'tenants',
  zone_id: 'zones',
  first_opened_zone_id: 'zones',
  site_id: 'sites',
  location_id: 'locations',
  gateway_id: 'gateways',
  device_id: 'devices',
  device_type_id: 'device_types',
  access_method_id: 'device_access_methods',
  tariff_id: 'tariffs',
  event_id: 'events',
  product_id: 'products',
  role_id: 'roles',
  user_id: 'users',
}
/** The field of an entity in which its links stand, by their table and by the owner through which they are seen. */
const linkFields: Readonly<Record<string, readonly [own: string, other: string]>> = {
  site_zones: ['zoneIds', 'siteIds'],
  user_zones: ['zoneIds', 'managerIds'],
  user_tenants: ['tenantIds', 'userIds'],
  device_method_links: ['accessMethodIds', 'deviceIds'],
  event_device_types: ['deviceTypeIds', 'eventIds'],
  product_roles: ['roleIds', 'productIds'],
  product_tenants: ['productIds', 'tenantIds'],
}

export type Names = (table: string, id: unknown) => string

/** Returns the references in some records, by table, so that they can be named. */
export function referencesIn(records: readonly RowHistory[]): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>()
  for (const { before, after } of records)
    for (const row of [before, after])
      for (const [column, value] of Object.entries(row ?? {})) {
        const table = referred[column]
        if (table && typeof value === 'number') found.set(table, (found.get(table) ?? new Set()).add(value))
      }
  return found
}

/** Returns what changed of one row, field by field, as the entity's form names them. `seenAs` = the owner through which links are seen. */
export function fieldsOf(
  records: readonly RowHistory[],
  names: Names,
  seenAs: { entity: string; rowId: number },
): FieldChange[] {
  const fields: FieldChange[] = []
  const links = new Map<string, { before: string[]; after: string[] }>()
  for (const record of records) {
    if (entityOf(record.source) === record.entity) fields.push(...ownFields(record, names))
    else addLink(links, record, names, seenAs)
  }
  for (const [field, { before, after }] of links) {
    const [gone, come] = [
      before.filter((each) => !after.includes(each)),
      after.filter((each) => !before.includes(each)),
    ]
    if (gone.length + come.length > 0) fields.push({ field, language: null, before: named(gone), after: named(come) })
  }
  return fields
}

const named = (names: readonly string[]): HistoryValue =>
  names.length === 0 ? null : { kind: 'names', names: [...names] }

function addLink(
  links: Map<string, { before: string[]; after: string[] }>,
  { source, entity, before, after }: RowHistory,
  names: Names,
  seenAs: { entity: string },
): void {
  const own = seenAs.entity === entity
  const row = after ?? before ?? {}
  const field = source === 'tariff_stages' ? 'stages' : linkFields[source]?.[own ? 0 : 1]
  if (!field) return
  const [first = '', second = ''] = Object.keys(row).filter((column) => column in referred)
  const mine = own === (referred[first] !== undefined && entityOf(referred[first] ?? '') === entity)
  const column = mine ? second : first
  const nameOf = (each: Readonly<Record<string, unknown>>) =>
    source === 'tariff_stages'
      ? `≤ ${String(each['until_minutes'])} min: ${(Number(each['price_cents']) / 100).toFixed(2)} €`
      : names(referred[column] ?? '', each[column])
  const kept = links.get(field) ?? { before: [], after: [] }
  if (before) kept.before.push(nameOf(before))
  if (after) kept.after.push(nameOf(after))
  links.set(field, kept)
}

function ownFields({ before, after, veiled }: RowHistory, names: Names): FieldChange[] {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const whole = before === null || after === null
  const told = columns
    .filter((column) => !unsaid.has(column) && !veiled.includes(column))
    .flatMap((column): FieldChange[] => {
      const [old, now] = [before?.[column], after?.[column]]
      if (column === 'translations') return translated(old, now)
      const change = {
        field: renamed[column] ?? camel(column),
        language: null,
        before: valueOf(column, old, names),
        after: valueOf(column, now, names),
      }
      return whole && change.before === null && change.after === null ? [] : [change]
    })
  const hidden = veiled.map((column): FieldChange => {
    const value = { kind: 'veiled' } as const
    return {
      field: camel(column),
      language: null,
      before: before === null ? null : value,
      after: after === null ? null : value,
    }
  })
  return [...told, ...hidden]
}

const camel = (column: string): string => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function valueOf(column: string, value: unknown, names: Names): HistoryValue {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return { kind: 'flag', on: value }
  const table = referred[column]
  if (table && typeof value === 'number') return { kind: 'names', names: [names(table, value)] }
  if (typeof value === 'number')
    return column.endsWith('_cents') ? { kind: 'cents', cents: value } : { kind: 'number', number: value }
  if (Array.isArray(value)) return value.length === 0 ? null : { kind: 'names', names: value.map(String) }
  if (typeof value !== 'string') return { kind: 'text', text: JSON.stringify(value) }
  if (column.endsWith('_at')) return { kind: 'time', at: new Date(value).toISOString() }
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? { kind: 'day', day: value } : { kind: 'text', text: value }
}

type Texts = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>

/** Each translated text that changed. What it was translated from says nothing to people. */
function translated(before: unknown, after: unknown): FieldChange[] {
  const [old, now] = [(before ?? {}) as Texts, (after ?? {}) as Texts]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((language) => {
    const fields = [...new Set([...Object.keys(old[language] ?? {}), ...Object.keys(now[language] ?? {})])]
    return fields
      .filter((field) => !field.endsWith('.of') && old[language]?.[field] !== now[language]?.[field])
      .map((field) => ({
        field: camel(field),
        language,
        before: valueOf('', old[language]?.[field], () => ''),
        after: valueOf('', now[language]?.[field], () => ''),
      }))
  })
}
