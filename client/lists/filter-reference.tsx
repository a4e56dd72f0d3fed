import { Select } from '@mantine/core'
import type { QueryDef } from '../../contract/kit.ts'
import { type SearchProps, useOptions } from '../forms/reference-field.tsx'
import { useT } from '../i18n/i18n.ts'
import classes from './lists.module.css'

interface FilterReferenceProps<D extends QueryDef> extends SearchProps<D> {
  readonly label: string
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
}

/** A filter by another row, found by its name; for what there may be thousands of. */
export function FilterReference<D extends QueryDef>({ label, value, onChange, ...search }: FilterReferenceProps<D>) {
  const t = useT()
  const { setSearch, asking, optionsWith, remember } = useOptions(search)
  return (
    <Select
      className={classes.select ?? ''}
      classNames={{ label: classes.selectLabel ?? '' }}
      label={label}
      placeholder={t('lists.filters.every', { filter: label })}
      searchable
      clearable
      nothingFoundMessage={asking ? t('ui.loading') : t('forms.reference.none')}
      clearButtonProps={{ 'aria-label': t('forms.reference.clear') }}
      filter={({ options }) => options}
      data={optionsWith(value === undefined ? [] : [value])}
      value={value === undefined ? null : String(value)}
      onSearchChange={setSearch}
      onChange={(next) => {
        if (next !== null) remember([Number(next)])
        onChange(next === null ? undefined : Number(next))
      }}
    />
  )
}
