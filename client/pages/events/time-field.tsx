import { TextInput } from '@mantine/core'
import type { FormValues } from '../../forms/use-command-form.tsx'
import { type FieldProps, useField } from '../../forms/use-field.ts'
import { readTimeOfDay } from './time-of-day.ts'

/** A time of day, HH:MM. It may be 24:00, which no time picker of a browser offers. */
export function TimeField<V extends FormValues>(props: FieldProps<V>) {
  const { value, set, readOnly, input } = useField(props)
  return (
    <TextInput
      {...input}
      autoComplete="off"
      placeholder="08:00"
      maxLength={8}
      readOnly={readOnly}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => set(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      onBlur={(event) => set(readTimeOfDay(event.currentTarget.value))}
    />
  )
}
