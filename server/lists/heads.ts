import type { Language } from '../../contract/session.ts'
import de from './heads/de.json' with { type: 'json' }
import en from './heads/en.json' with { type: 'json' }
import fr from './heads/fr.json' with { type: 'json' }
import it from './heads/it.json' with { type: 'json' }

/** The head of a column in each language. */
type Head = Readonly<Record<Language, string>>

const names = Object.keys(en) as (keyof typeof en)[]

/** Heads of the columns of CSV files, by name. Their texts are in `heads/`. */
export const heads = Object.fromEntries(
  names.map((name) => [name, { en: en[name], de: de[name], fr: fr[name], it: it[name] }]),
) as Readonly<Record<keyof typeof en, Head>>
