import type { ImportEntity } from '../../contract/imports.ts'
import type { Language } from '../../contract/session.ts'
import { languages } from '../../contract/session.ts'
import type { Importable } from './entity.ts'
import de from './heads/de.json' with { type: 'json' }
import en from './heads/en.json' with { type: 'json' }
import fr from './heads/fr.json' with { type: 'json' }
import it from './heads/it.json' with { type: 'json' }
import { UnreadableFile } from './parse/table.ts'

const texts: Readonly<Record<Language, Readonly<Record<string, string>>>> = { de, en, fr, it }

/** Returns the head of a field in a language. */
export function headOf(entity: ImportEntity, field: string, language: Language): string {
  return texts[language][`${entity}.${field}`] ?? field
}

/** Returns the fields of a file's columns: `id`, then those of the entity. */
export function fieldsOf({ columns }: Pick<Importable, 'columns'>): string[] {
  return ['id', ...columns.map(({ field }) => field)]
}

/** Heads are compared without regard to case, spaces and composition. */
const simple = (head: string): string => head.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/** Returns every head by which a file may name a field: in four languages, and the field itself with or without Id. */
function headsOf(entity: ImportEntity, field: string): string[] {
  const plain = field.replace(/Ids?$/, '')
  return [field, plain, ...languages.map((language) => headOf(entity, field, language))].map(simple)
}

/**
 * Returns the field of each column, in any order. Refuses a file with unknown heads, with two columns of one field, or
 * without those that identify a row.
 */
export function matchHeads(importable: Importable, heads: readonly string[]): string[] {
  const { entity, key } = importable
  const known = new Map<string, string>()
  for (const field of fieldsOf(importable))
    for (const head of headsOf(entity, field)) if (!known.has(head)) known.set(head, field)
  const fields = heads.map((head) => known.get(simple(head)))
  const unknown = heads.filter((_head, at) => fields[at] === undefined)
  if (unknown.length > 0) throw new UnreadableFile('import-head-unknown', { heads: shown(unknown) })
  const twice = heads.filter((_head, at) => fields.indexOf(fields[at]) < at)
  if (twice.length > 0) throw new UnreadableFile('import-head-twice', { heads: shown(twice) })
  const missing = key.filter((field) => !fields.includes(field))
  if (missing.length > 0 && !fields.includes('id'))
    throw new UnreadableFile('import-head-missing', { heads: shown(missing) })
  return fields as string[]
}

/** Maximum number of heads that a message names. */
const maxShown = 10
function shown(heads: readonly string[]): string {
  const named = heads.slice(0, maxShown).map((head) => head.slice(0, 60) || '–')
  return named.join(', ') + (heads.length > maxShown ? ' …' : '')
}
