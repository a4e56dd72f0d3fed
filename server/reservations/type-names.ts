import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import { displayNames, type Translations } from '../../telemetry/views/names.ts'

/** Name and look of a type of device. */
export interface TypeNames {
  readonly id: number
  readonly name: string
  readonly names: Record<string, string>
  readonly icon: string | null
}

/** All of them: they are few, so nobody has to wait to know which exist. */
export async function readTypes(trx: Knex): Promise<Map<number, TypeNames>> {
  const rows = await prepared<Omit<TypeNames, 'names'> & { translations: Translations }>(
    trx,
    'select id, display_name as name, translations, icon from device_types',
  )
  return new Map(rows.map(({ translations, ...type }) => [type.id, { ...type, names: displayNames(translations) }]))
}
