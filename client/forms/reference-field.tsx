import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type * as z from 'zod'
import type { QueryDef } from '../../contract/kit.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { useQuery } from '../stores/use-query.ts'
import type { FormValues } from './use-command-form.tsx'
import { type FieldProps, useField } from './use-field.ts'

export interface Named {
  readonly id: number
  readonly name: string
}

export interface SearchProps<D extends QueryDef> {
  /** The query that finds the options. */
  readonly query: D
  readonly toQuery: (search: string) => z.input<D['input']>
  readonly toOptions: (view: z.output<D['reply']>) => readonly Named[]
  /** Already chosen rows: their names are known before any search. */
  readonly known?: readonly Named[]
}
const waitMs = 250

/** Rows that a search finds, and those that are chosen. */
export function useOptions<D extends QueryDef>({ query, toQuery, toOptions, known = [] }: SearchProps<D>) {
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search, waitMs)
  const [seen, setSeen] = useState<ReadonlyMap<number, string>>(new Map())
  const found = useQuery(query as QueryDef, toQuery(wanted))
  const rows = found.view === null ? [] : toOptions(found.view as z.output<D['reply']>)
  const names = new Map([...known, ...rows].map(({ id, name }): [number, string] => [id, name]).concat([...seen]))
  const optionsWith = (chosen: readonly number[]) => {
    const listed = new Set([...chosen.filter((id) => names.has(id)), ...rows.map(({ id }) => id)])
    return [...listed].map((id) => ({ value: String(id), label: names.get(id) ?? String(id) }))
  }
  // Chosen rows keep their names even if the next search does not find them.
  const remember = (ids: readonly number[]) =>
    setSeen((before) => new Map([...before, ...ids.map((id): [number, string] => [id, names.get(id) ?? String(id)])]))
  return { search, setSearch, refusal: found.refusal, asking: found.asking || wanted !== search, optionsWith, remember }
}

/** Chooses another row by name, with a search. The list stays inside the form, so that it also opens above a dialog. */
export function ReferenceField<D extends QueryDef, V extends FormValues>(
  props: FieldProps<V> & SearchProps<D> & { readonly clearable?: boolean; readonly onChoose?: () => void },
) {
  const t = useT()
  const { clearable = false, onChoose } = props
  const { value, set, readOnly, input } = useField(props)
  const { setSearch, refusal, asking, optionsWith, remember } = useOptions(props)
  const chosen = typeof value === 'number' ? value : null
  return (
    <Select
      {...input}
      error={input.error ?? (refusal ? refusalText(refusal) : undefined)}
      searchable
      clearable={clearable}
      readOnly={readOnly}
      placeholder={t('forms.reference.search')}
      nothingFoundMessage={asking ? t('ui.loading') : t('forms.reference.none')}
      clearButtonProps={{ 'aria-label': t('forms.reference.clear') }}
      comboboxProps={{ withinPortal: false }}
      filter={({ options }) => options}
      data={optionsWith(chosen === null ? [] : [chosen])}
      value={chosen === null ? null : String(chosen)}
      onSearchChange={setSearch}
      onChange={(next) => {
        if (next !== null) remember([Number(next)])
        set(next === null ? null : Number(next))
        onChoose?.()
      }}
    />
  )
}

/** Chooses several rows by name, with a search. */
export function ReferencesField<D extends QueryDef, V extends FormValues>(props: FieldProps<V> & SearchProps<D>) {
  const t = useT()
  const { value, set, readOnly, input } = useField(props)
  const { search, setSearch, refusal, asking, optionsWith, remember } = useOptions(props)
  const chosen = Array.isArray(value) ? (value as number[]) : []
  return (
    <MultiSelect
      {...input}
      error={input.error ?? (refusal ? refusalText(refusal) : undefined)}
      searchable
      clearable
      readOnly={readOnly}
      placeholder={t('forms.reference.search')}
      nothingFoundMessage={asking ? t('ui.loading') : t('forms.reference.none')}
      clearButtonProps={{ 'aria-label': t('forms.reference.clear') }}
      comboboxProps={{ withinPortal: false }}
      filter={({ options }) => options}
      data={optionsWith(chosen)}
      value={chosen.map(String)}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(next) => {
        const ids = next.map(Number)
        remember(ids)
        set(ids)
      }}
    />
  )
}
