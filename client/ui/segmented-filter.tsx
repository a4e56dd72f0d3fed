import { useId } from 'react'
import { formatNumber } from '../i18n/format.ts'
import classes from './fields.module.css'
import { Icon, type IconName } from './icons.tsx'

export interface FilterOption<V extends string> {
  readonly value: V
  readonly label: string
  readonly icon?: IconName
  readonly count?: number
}

interface SegmentedFilterProps<V extends string> {
  label: string
  options: readonly FilterOption<V>[]
  value: V
  onChange: (value: V) => void
  /** On a phone it takes a full row, shared by its options. */
  wide?: boolean
  className?: string | undefined
}

/** A radio group of a few visible options with their counts, moved by arrow keys. */
export function SegmentedFilter<V extends string>({
  label,
  options,
  value,
  onChange,
  wide = false,
  className,
}: SegmentedFilterProps<V>) {
  const name = useId()
  return (
    <fieldset className={`${classes.segments} ${className ?? ''}`} data-wide={wide || undefined}>
      <legend className={classes.segmentsLegend}>{label}</legend>
      {options.map((option) => (
        <label className={classes.segmentsLabel} key={option.value} data-checked={option.value === value || undefined}>
          <input
            className={classes.segmentsInput}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <Icon name={option.icon} size={16} />}
          {option.label}
          {option.count !== undefined && <span className={classes.count}>{formatNumber(option.count, 0)}</span>}
        </label>
      ))}
    </fieldset>
  )
}
