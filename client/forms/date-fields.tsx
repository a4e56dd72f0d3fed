import { DayInput } from '../dates/day-input.tsx'
import { MomentInput } from '../dates/moment-input.tsx'
import type { FormValues } from './use-command-form.tsx'
import { type FieldProps, useField } from './use-field.ts'

interface DayFieldProps<V extends FormValues> extends FieldProps<V> {
  /** First and last day that can be chosen, 'YYYY-MM-DD'. */
  readonly min?: string
  readonly max?: string
}

/** A day, 'YYYY-MM-DD'; null = none. */
export function DayField<V extends FormValues>(props: DayFieldProps<V>) {
  const { value, set, readOnly, input } = useField(props)
  return (
    <DayInput
      {...input}
      value={typeof value === 'string' && value !== '' ? value : null}
      readOnly={readOnly}
      min={props.min}
      max={props.max}
      onChange={set}
    />
  )
}

interface MomentFieldProps<V extends FormValues> extends FieldProps<V> {
  /** Whose clock the field shows. */
  readonly zone: string
  /** First and last moment that can be chosen, ms. */
  readonly min?: number
  readonly max?: number
}

/** A moment as the command takes it, an ISO text; null = none. */
export function MomentField<V extends FormValues>(props: MomentFieldProps<V>) {
  const { value, set, readOnly, input } = useField(props)
  return (
    <MomentInput
      {...input}
      zone={props.zone}
      value={typeof value === 'string' ? Date.parse(value) : null}
      readOnly={readOnly}
      min={props.min}
      max={props.max}
      onChange={(moment) => set(moment === null ? null : new Date(moment).toISOString())}
    />
  )
}
