import { columns } from '../../contract/imports.ts'
import { languages } from '../../contract/session.ts'
import { answer } from '../kernel/bus/handle.ts'
import { importables } from './entities.ts'
import { fieldsOf, headOf } from './heads.ts'

/** Columns of the files of an entity. */
export default answer(columns, async ({ input }) => {
  const importable = importables[input.entity]
  const needed = new Set([...importable.key, ...importable.required])
  return fieldsOf(importable).map((field) => ({
    field,
    heads: Object.fromEntries(languages.map((language) => [language, headOf(input.entity, field, language)])),
    required: needed.has(field),
  }))
})
