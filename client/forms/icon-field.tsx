import { useT } from '../i18n/i18n.ts'
import { Icon, type IconName, iconNamed } from '../ui/icons.tsx'
import { ChoiceField } from './fields.tsx'
import type { FormValues } from './use-command-form.tsx'
import type { FieldProps } from './use-field.ts'

/** Icons for what operators name: kinds of devices, and ways to open them. */
const offered = [
  'parking',
  'bike',
  'locker',
  'box',
  'charging',
  'door',
  'barrier',
  'sensor',
  'device',
  'control',
  'open',
  'closed',
  'remote',
  'pin',
  'key',
  'qr',
  'plate',
  'rfid',
] as const satisfies readonly IconName[]

/** An icon by its name. One that this release cannot draw stays until another is chosen. */
export function IconField<V extends FormValues>(props: FieldProps<V>) {
  const t = useT()
  const kept = (props.form.mantine.getInputProps(props.path as never) as { value: unknown }).value
  const name = typeof kept === 'string' ? kept : null
  const known = offered.map((icon) => [icon, t(`icons.${icon}`)] as const)
  const other = name !== null && !known.some(([icon]) => icon === name) ? [[name, name] as const] : []
  return (
    <ChoiceField
      {...props}
      options={[...known, ...other]}
      none={t('common.none')}
      leftSection={name === null ? undefined : <Icon name={iconNamed(name, 'device')} size={18} />}
    />
  )
}
