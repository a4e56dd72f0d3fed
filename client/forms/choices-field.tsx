import { Checkbox } from '@mantine/core'
import { useId } from 'react'
import classes from './forms.module.css'
import type { FormValues } from './use-command-form.tsx'
import { type FieldProps, useField } from './use-field.ts'

interface ChoicesFieldProps<V extends FormValues> extends FieldProps<V> {
  /** Value, name, and what it does. */
  readonly options: readonly (readonly [value: string | number, name: string, does?: string | undefined])[]
}

/** Any number of a few options, kept in the order in which they are offered. */
export function ChoicesField<V extends FormValues>(props: ChoicesFieldProps<V>) {
  const { options } = props
  const { value, set, readOnly, input } = useField(props)
  const errorId = useId()
  const chosen = Array.isArray(value) ? (value as (string | number)[]) : []
  const wrong = input.error !== undefined && input.error !== null
  const choose = (option: string | number, yes: boolean) =>
    set(options.map(([each]) => each).filter((each) => (each === option ? yes : chosen.includes(each))))
  return (
    <fieldset className={classes.rows} aria-describedby={wrong ? errorId : undefined}>
      <legend className={classes.rowsLegend}>{input.label}</legend>
      {input.description !== undefined && <p className={classes.hint}>{input.description}</p>}
      {options.map(([option, name, does], index) => (
        <Checkbox
          key={option}
          label={name}
          {...(does === undefined ? {} : { description: does })}
          {...(index === 0 ? { 'data-path': input['data-path'] } : {})}
          checked={chosen.includes(option)}
          disabled={readOnly}
          onChange={(event) => choose(option, event.currentTarget.checked)}
        />
      ))}
      {wrong && (
        <p id={errorId} className={classes.rowsError} role="alert">
          {input.error}
        </p>
      )}
    </fieldset>
  )
}
