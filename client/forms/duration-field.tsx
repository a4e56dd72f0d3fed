import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { type DurationUnit, durationUnits, largestUnit, shownUnit, unitMinutes } from '../i18n/duration.ts'
import { i18n, useT } from '../i18n/i18n.ts'
import { formatLength } from '../i18n/measures.ts'
import { SelectField } from '../ui/select-field.tsx'
import { FiguresContext } from './figures.ts'
import classes from './forms.module.css'
import { parseNumber, writeNumber } from './numbers.ts'
import type { FormValues } from './use-command-form.tsx'
import { type FieldProps, useField } from './use-field.ts'

/** A length of time, stored in minutes and typed in a unit of choice: initially the largest that gives a whole number. */
export function DurationField<V extends FormValues>(props: FieldProps<V> & { readonly unit?: DurationUnit }) {
  const t = useT()
  const { language } = useSnapshot(i18n)
  const { value, set, readOnly, input } = useField(props)
  const [typed, setTyped] = useState<string | null>(null)
  const [chosen, setChosen] = useState(() => (typeof value === 'number' ? largestUnit(value) : (props.unit ?? 'hour')))
  const parse = (text: string, unit: DurationUnit) => parseNumber(text, unitMinutes[unit], language)
  const isTyped = typed !== null && parse(typed, chosen) === value
  const unit = typeof value !== 'number' || isTyped ? chosen : shownUnit(value, chosen)
  const shown = isTyped ? typed : writeNumber(value, unitMinutes[unit], language)
  const choose = (next: DurationUnit) => {
    setChosen(next)
    setTyped(shown)
    set(parse(shown, next))
  }
  if (readOnly)
    return <TextInput {...input} readOnly value={typeof value === 'number' ? formatLength(value, unit) : ''} />
  const write = (minutes: number) => formatLength(minutes, shownUnit(minutes, unit))
  return (
    <FiguresContext.Provider value={{ write, notWhole: t('forms.duration.notWhole') }}>
      <TextInput
        {...input}
        inputMode="decimal"
        autoComplete="off"
        value={shown}
        onChange={(event) => {
          setChosen(unit)
          setTyped(event.currentTarget.value)
          set(parse(event.currentTarget.value, unit))
        }}
        onBlur={() => setTyped(null)}
        inputContainer={(field) => (
          <div className={classes.duration}>
            {field}
            <SelectField
              aria-label={t('forms.duration.unit', { field: input.label })}
              value={unit}
              data={durationUnits.map((each) => ({ value: each, label: t(`forms.duration.unit.${each}`) }))}
              onChange={choose}
            />
          </div>
        )}
      />
    </FiguresContext.Provider>
  )
}
