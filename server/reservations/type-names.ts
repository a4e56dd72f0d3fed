import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import { displayNames, type Translations } from '../../telemetry/views/names.ts'

/** Name and appearance of a type of device. */
export interface TypeNames {
  readonly id: number
  readonly name: string
  readonly names: Record<string, string>
  readonly icon: string | null
}

/** Returns all of them, because they are few. */
export async function readTypes(trx: Knex): Promise<Map<number, TypeNames>> {
  const rows = await prepared<Omit<TypeNames, 'names'> & { translations: Translations }>(
    trx,
    'select id, display_name as name, translations, icon from device_types',
  )
  return new Map(rows.map(({ translations, ...type }) => [type.id, { ...type, names: displayNames(translations) }]))
}
