import { ChoiceField } from './fields.tsx'
import type { FormValues } from './use-command-form.tsx'
import type { FieldProps } from './use-field.ts'

const timeZones = Intl.supportedValuesOf('timeZone')

/** A time zone by its name. One that the browser does not know is offered if it is chosen already. */
export function TimeZoneField<V extends FormValues>(props: FieldProps<V>) {
  const { value: chosen } = props.form.mantine.getInputProps(props.path as never) as { value: string }
  const names = [...new Set([...timeZones, chosen])]
  return <ChoiceField {...props} options={names.map((name) => [name, name.replaceAll('_', ' ')])} />
}
