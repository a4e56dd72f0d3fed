import { FieldColumns, FieldGroup } from '../../forms/field-group.tsx'
import { NumberField } from '../../forms/fields.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import text from '../../ui/text.module.css'
import type { DeviceValues } from './device-fields.ts'

/** Where the device is drawn on the plan of its site. */
export function PlaceFields({ form }: { form: CommandForm<DeviceValues> }) {
  const t = useT()
  return (
    <FieldGroup title={t('device-admin.group.place')}>
      <p className={text.note}>{t('device-admin.place.hint')}</p>
      <FieldColumns>
        <NumberField form={form} path="upperLeftXMm" unit="mm" description={t('device-admin.upperLeftX.hint')} />
        <NumberField form={form} path="upperLeftYMm" unit="mm" description={t('device-admin.upperLeftY.hint')} />
      </FieldColumns>
      <FieldColumns>
        <NumberField form={form} path="widthMm" unit="mm" description={t('device-admin.width.hint')} />
        <NumberField form={form} path="heightMm" unit="mm" description={t('device-admin.height.hint')} />
        <NumberField form={form} path="rotationDeg" unit="°" description={t('device-admin.rotation.hint')} />
      </FieldColumns>
    </FieldGroup>
  )
}
