import { Switch, Textarea, TextInput } from '@mantine/core'
import { type HTMLAttributes, type ReactNode, useState } from 'react'
import { useSnapshot } from 'valtio'
import { formatNumber } from '../i18n/format.ts'
import { i18n, useT } from '../i18n/i18n.ts'
import { SelectField } from '../ui/select-field.tsx'
import { FiguresContext } from './figures.ts'
import { parseNumber, writeNumber } from './numbers.ts'
import type { FormValues } from './use-command-form.tsx'
import { type FieldProps, useField } from './use-field.ts'

interface TextFieldProps<V extends FormValues> extends FieldProps<V> {
  readonly maxLength?: number
  readonly placeholder?: string
  readonly autoComplete?: string
  /** Several lines. */
  readonly multiline?: boolean
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly type?: 'text' | 'tel' | 'email'
  /** Disables correction: a licence plate in capitals, a token as typed. */
  readonly verbatim?: 'characters' | 'none'
  readonly required?: boolean
}

/** A line of text, or several. */
export function TextField<V extends FormValues>(props: TextFieldProps<V>) {
  const { maxLength, placeholder, autoComplete = 'off', multiline = false, inputMode, type } = props
  const { value, set, readOnly, input } = useField(props)
  const common = {
    ...input,
    value: typeof value === 'string' ? value : '',
    readOnly,
    autoComplete,
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(inputMode === undefined ? {} : { inputMode }),
    ...(props.verbatim ? { autoCapitalize: props.verbatim, spellCheck: false } : {}),
    ...(props.required ? { required: true } : {}),
  }
  if (multiline)
    return (
      <Textarea {...common} autosize minRows={2} maxRows={8} onChange={(event) => set(event.currentTarget.value)} />
    )
  return (
    <TextInput
      {...common}
      {...(type === undefined ? {} : { type })}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

interface NumberFieldProps<V extends FormValues> extends FieldProps<V> {
  /** Unit after the number. */
  readonly unit?: string
  /** Stored units per typed unit: 100 for euros stored as cents. */
  readonly scale?: number
  /** Decimals may be typed, also where the scale is one. */
  readonly decimals?: boolean
}

/** A number. An invalid number stays as typed, and the command's schema reports it. */
export function NumberField<V extends FormValues>(props: NumberFieldProps<V>) {
  const { unit, scale = 1, decimals = scale !== 1 } = props
  const t = useT()
  const { language } = useSnapshot(i18n)
  const { value, set, readOnly, input } = useField(props)
  const [typed, setTyped] = useState<string | null>(null)
  const digits = Math.round(Math.log10(scale))
  const shown =
    typed !== null && parseNumber(typed, scale, language) === value
      ? typed
      : writeNumber(value, scale, language, digits)
  const write = (figure: number) => {
    const number = formatNumber(figure / scale, digits, digits)
    return unit === undefined ? number : `${number}\u00a0${unit}`
  }
  return (
    <FiguresContext.Provider value={scale === 1 ? null : { write, notWhole: t('forms.decimals', { count: digits }) }}>
      <TextInput
        {...input}
        inputMode={decimals ? 'decimal' : 'numeric'}
        autoComplete="off"
        readOnly={readOnly}
        value={shown}
        {...(unit === undefined ? {} : { rightSection: <span aria-hidden="true">{unit}</span>, rightSectionWidth: 56 })}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          set(parseNumber(event.currentTarget.value, scale, language))
        }}
        onBlur={() => setTyped(null)}
      />
    </FiguresContext.Provider>
  )
}

/** A yes or no. */
export function SwitchField<V extends FormValues>(props: FieldProps<V>) {
  const { value, set, readOnly, input } = useField(props)
  return (
    <Switch
      {...input}
      checked={value === true}
      disabled={readOnly}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}

interface ChoiceFieldProps<V extends FormValues> extends FieldProps<V> {
  /** Value and name of each, and whether it cannot be chosen. */
  readonly options: readonly (readonly [value: string | number, name: string, off?: boolean])[]
  /** Name of "none of them"; without it one must be chosen. */
  readonly none?: string
  /** Shown while nothing is chosen. */
  readonly chosen?: string | number | undefined
  /** Called after a choice, for fields that depend on it. */
  readonly onChoose?: (value: string | number | null) => void
  /** Before the name of what is chosen: its picture. */
  readonly leftSection?: ReactNode
}

const choiceOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** One of a few options. */
export function ChoiceField<V extends FormValues>(props: ChoiceFieldProps<V>) {
  const { options, none, chosen, onChoose, leftSection } = props
  const t = useT()
  const { value, set, readOnly, input } = useField(props)
  return (
    <SelectField
      {...input}
      disabled={readOnly}
      leftSection={leftSection}
      value={choiceOf(value ?? chosen)}
      data={[
        { value: '', label: none ?? t('common.choose'), disabled: none === undefined },
        ...options.map(([option, name, off = false]) => ({ value: String(option), label: name, disabled: off })),
      ]}
      onChange={(picked) => {
        const next = options.find(([option]) => String(option) === picked)?.[0] ?? null
        set(next)
        onChoose?.(next)
      }}
    />
  )
}
