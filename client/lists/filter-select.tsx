import { useT } from '../i18n/i18n.ts'
import { SelectField } from '../ui/select-field.tsx'
import classes from './lists.module.css'

interface FilterSelectProps<V extends string | number> {
  label: string
  value: V | undefined
  /** Value and name of each. */
  options: readonly (readonly [V, string])[]
  onChange: (value: V | undefined) => void
  /** Name of "no filter"; default "State: all". */
  all?: string
}

/** A filter with a few values, or none of them. */
export function FilterSelect<V extends string | number>({
  label,
  value,
  options,
  onChange,
  all,
}: FilterSelectProps<V>) {
  const t = useT()
  return (
    <SelectField
      className={classes.select ?? ''}
      classNames={{ label: classes.selectLabel }}
      label={label}
      value={value === undefined ? '' : String(value)}
      data={[
        { value: '', label: all ?? t('lists.filters.every', { filter: label }) },
        ...options.map(([option, name]) => ({ value: String(option), label: name })),
      ]}
      onChange={(next) => onChange(options.find(([option]) => String(option) === next)?.[0])}
    />
  )
}
