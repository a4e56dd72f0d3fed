import type { QueryDef } from '../../contract/kit.ts'
import { ChoiceField } from '../forms/fields.tsx'
import { ReferencesField, type SearchProps } from '../forms/reference-field.tsx'
import { useT } from '../i18n/i18n.ts'
import type { InputProps } from './many-verbs.ts'

/** Adds references, takes some away, or replaces all. */
export function LinksField<D extends QueryDef>({ form, path, ...search }: InputProps & SearchProps<D>) {
  const t = useT()
  return (
    <>
      <ChoiceField
        form={form}
        path={`${path}.how`}
        options={(['add', 'remove', 'set'] as const).map((how) => [how, t(`bulk.links.${how}`)])}
      />
      <ReferencesField form={form} path={`${path}.ids`} {...search} />
    </>
  )
}

/** A change of references as it is chosen. */
export const noLinks = { how: 'add', ids: [] }
