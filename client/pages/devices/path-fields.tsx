import { maxLength } from '../../../contract/fields.ts'
import { FieldColumns, FieldGroup } from '../../forms/field-group.tsx'
import { ChoiceField, NumberField, SwitchField, TextField } from '../../forms/fields.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import type { DeviceValues } from './device-fields.ts'

/** Icons that stand for a path. */
const pathIcons = ['barrier', 'bike', 'box', 'charging', 'door', 'locker', 'parking'] as const

/** Where the device stands on the way of a reservation. */
export function PathFields({ form }: { form: CommandForm<DeviceValues> }) {
  const t = useT()
  const { isMandatory, isOptional, pathIcon } = form.mantine.getValues()
  const icons: [string, string][] = pathIcons.map((icon) => [icon, t(`device-admin.icon.${icon}`)])
  if (pathIcon && !icons.some(([icon]) => icon === pathIcon)) icons.push([pathIcon, pathIcon])
  return (
    <FieldGroup title={t('device-admin.group.path')}>
      <SwitchField
        form={form}
        path="isMandatory"
        readOnly={isOptional && !isMandatory}
        description={t(isOptional && !isMandatory ? 'device-admin.notBoth' : 'device-admin.isMandatory.hint')}
      />
      <SwitchField
        form={form}
        path="isOptional"
        readOnly={isMandatory && !isOptional}
        description={t(isMandatory && !isOptional ? 'device-admin.notBoth' : 'device-admin.isOptional.hint')}
      />
      <FieldColumns>
        <NumberField form={form} path="pathNumber" description={t('device-admin.pathNumber.hint')} />
        <NumberField form={form} path="sequenceNumber" description={t('device-admin.sequenceNumber.hint')} />
        <NumberField
          form={form}
          path="postActionDelayMs"
          unit="ms"
          description={t('device-admin.postActionDelay.hint')}
        />
      </FieldColumns>
      <FieldColumns>
        <TextField
          form={form}
          path="pathName"
          maxLength={maxLength.name}
          description={t('device-admin.pathName.hint')}
        />
        <ChoiceField
          form={form}
          path="pathIcon"
          none={t('device-admin.icon.none')}
          options={icons}
          description={t('device-admin.pathIcon.hint')}
        />
      </FieldColumns>
    </FieldGroup>
  )
}
