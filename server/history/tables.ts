import type { HistoryEntity } from '../../contract/history.ts'
import { type DependantKind, dependantKinds } from '../../contract/refusals.ts'

/** The table of each entity with a history. */
export const tables: Readonly<Record<HistoryEntity, string>> = {
  tenant: 'tenants',
  zone: 'zones',
  site: 'sites',
  location: 'locations',
  gateway: 'gateways',
  device: 'devices',
  barrier: 'barriers',
  event: 'events',
  tariff: 'tariffs',
  'device-type': 'device_types',
  'access-method': 'device_access_methods',
  product: 'products',
  code: 'codes',
  role: 'roles',
  user: 'users',
}
const entities = Object.fromEntries(Object.entries(tables).map(([entity, table]) => [table, entity as HistoryEntity]))

/** Returns the entity of a table; undefined = it is none of its own. */
export const entityOf = (table: string): HistoryEntity | undefined => entities[table]

/** The columns that identify a row of a table that belongs to an entity: links and stages. */
const partKeys: Readonly<Record<string, readonly string[]>> = {
  tariff_stages: ['tariff_id', 'until_minutes'],
  site_zones: ['site_id', 'zone_id'],
  user_zones: ['user_id', 'zone_id'],
  user_tenants: ['user_id', 'tenant_id'],
  device_method_links: ['device_id', 'access_method_id'],
  event_device_types: ['event_id', 'device_type_id'],
  product_roles: ['product_id', 'role_id'],
  product_tenants: ['product_id', 'tenant_id'],
  user_codes: ['user_id', 'code_id'],
  site_plans: ['site_id'],
  media: ['id'],
  tenant_hosts: ['host'],
}

/** Returns the columns that identify a row of a table with a history. */
export function keyOf(table: string): readonly string[] {
  const key = partKeys[table] ?? (entityOf(table) ? ['id'] : undefined)
  if (key === undefined) throw new Error(`${table} has no history`)
  return key
}

/** Entities whose own commands only admins may call. */
const adminsOnly: ReadonlySet<HistoryEntity> = new Set<HistoryEntity>([
  'tenant',
  'location',
  'gateway',
  'device-type',
  'access-method',
  'product',
  'role',
  'user',
])

/** The entities that somebody may see. */
export const seenBy = (seesAll: boolean): HistoryEntity[] =>
  (Object.keys(tables) as HistoryEntity[]).filter((entity) => seesAll || !adminsOnly.has(entity))

export type UndoRefusal = 'changed-meanwhile' | 'in-use' | 'name-taken' | 'parent-missing' | 'undo-impossible'

/** Returns how refusals call an entity; null = they do not name it. */
export const kindOf = (entity: string): DependantKind | null => dependantKinds.find((kind) => kind === entity) ?? null
