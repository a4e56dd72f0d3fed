import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DurationField } from '../../forms/duration-field.tsx'
import { NumberField } from '../../forms/fields.tsx'
import type { FormValues } from '../../forms/use-command-form.tsx'
import { type FieldProps, useField } from '../../forms/use-field.ts'
import type { DurationUnit } from '../../i18n/duration.ts'
import classes from './events.module.css'

interface LimitFieldProps<V extends FormValues> extends FieldProps<V> {
  /** Name of "no limit", which is stored as -1. */
  readonly unlimited: string
  /** The limit at first, when there was none. */
  readonly usual: number
  /** Null = a plain number. */
  readonly unit: DurationUnit | null
}

const none = -1

/** A limit that may be missing: a length of time or a number, and a switch for none. */
export function LimitField<V extends FormValues>(props: LimitFieldProps<V>) {
  const { unlimited, usual, unit, ...field } = props
  const { value, set, readOnly, input } = useField(field)
  const [before, setBefore] = useState(value === none ? usual : value)
  const toggle = (isNone: boolean) => {
    if (isNone) setBefore(value)
    set(isNone ? none : before)
  }
  return (
    <div className={classes.limit}>
      {value === none ? (
        <TextInput {...input} readOnly value={unlimited} />
      ) : unit === null ? (
        <NumberField {...field} />
      ) : (
        <DurationField {...field} unit={unit} />
      )}
      <Switch
        size="sm"
        label={unlimited}
        aria-label={`${input.label}: ${unlimited}`}
        checked={value === none}
        disabled={readOnly}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
    </div>
  )
}
