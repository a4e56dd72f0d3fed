import type { IntlMessageFormat } from 'intl-messageformat'
import type { Language } from '../../contract/session.ts'
import { groupOf, type TextGroup } from './text-groups.ts'

/** A text: without parameters unchanged, with parameters compiled by the build. Tests use the ICU message itself. */
export type Message = ConstructorParameters<typeof IntlMessageFormat>[0]
type Texts = Readonly<Record<string, Message>>
type Files = Readonly<Record<string, () => Promise<Texts>>>

const areaFiles: Files = import.meta.glob<Texts>('./*/*.json', { import: 'default' })
const refusalFiles: Files = import.meta.glob<Texts>('../../contract/refusal-texts/*.json', { import: 'default' })
const files = Object.entries({ ...areaFiles, ...refusalFiles }).map(([path, load]) => {
  const [, folder = '', language] = /([^/]+)\/(\w+)\.json$/.exec(path) ?? []
  return { area: folder === 'refusal-texts' ? 'refusal' : folder, language, load }
})

/** Loads a part of the texts of a language: 'shell.skip' → message. The build makes one file of each part. */
export async function loadGroup(language: Language, group: TextGroup): Promise<ReadonlyMap<string, Message>> {
  const found = new Map<string, Message>()
  const wanted = files.filter((file) => file.language === language && groupOf(file.area) === group)
  await Promise.all(
    wanted.map(async ({ area, load }) => {
      for (const [key, message] of Object.entries(await load())) found.set(`${area}.${key}`, message)
    }),
  )
  return found
}
