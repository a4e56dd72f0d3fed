import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { Icon } from './icons.tsx'

interface SelectFieldProps<V extends string>
  extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange' | 'rightSection'> {
  value: V
  data: readonly { readonly value: V; readonly label: string; readonly disabled?: boolean }[]
  onChange: (value: V) => void
}

/** A native select for a few options. */
export function SelectField<V extends string>({ data, onChange, ...props }: SelectFieldProps<V>) {
  return (
    <NativeSelect
      {...props}
      data={data}
      rightSection={<Icon name="chevronDown" size={18} />}
      onChange={(event) => onChange(event.currentTarget.value as V)}
    />
  )
}
