import { placeAttributes, sizeClasses } from '../../../contract/devices/admin.ts'
import { FieldGroup } from '../../forms/field-group.tsx'
import { ChoiceField, SwitchField } from '../../forms/fields.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import type { DeviceValues } from './device-fields.ts'

/** What the place offers, for those who choose one. */
export function AttributeFields({ form }: { form: CommandForm<DeviceValues> }) {
  const t = useT()
  return (
    <FieldGroup title={t('device-admin.attributes')}>
      {placeAttributes.map((attribute) => (
        <SwitchField key={attribute} form={form} path={attribute} description={t(`device-admin.${attribute}.hint`)} />
      ))}
      <ChoiceField
        form={form}
        path="sizeClass"
        none={t('device-admin.sizeClass.none')}
        options={sizeClasses.map((size) => [size, size])}
        description={t('device-admin.sizeClass.hint')}
      />
    </FieldGroup>
  )
}
