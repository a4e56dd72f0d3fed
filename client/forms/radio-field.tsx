import { type Choice, Choices } from '../ui/choices.tsx'
import type { FormValues } from './use-command-form.tsx'
import { type FieldProps, useField } from './use-field.ts'

interface RadioFieldProps<V extends FormValues, T extends string | number> extends FieldProps<V> {
  readonly choices: readonly Choice<T>[]
  /** Shown as chosen instead of the value. */
  readonly chosen?: T | null
  /** Called after a choice, for what depends on it. */
  readonly onChoose?: (value: T) => void
}

/** One of a few things that need more than a word each. */
export function RadioField<V extends FormValues, T extends string | number>(props: RadioFieldProps<V, T>) {
  const { choices, chosen, onChoose } = props
  const { value, set, input } = useField(props)
  const own = choices.find((choice) => choice.value === value)?.value ?? null
  return (
    <Choices
      label={input.label}
      choices={choices}
      value={chosen === undefined ? own : chosen}
      error={input.error}
      path={input['data-path']}
      onChange={(picked) => {
        set(picked)
        onChoose?.(picked)
      }}
    />
  )
}
