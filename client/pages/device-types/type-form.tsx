import { deviceTypeTexts, powerLosses } from '../../../contract/device-types.ts'
import { maxLength } from '../../../contract/fields.ts'
import { actions } from '../../../machines/device.ts'
import { ChoicesField } from '../../forms/choices-field.tsx'
import { ChoiceField, NumberField, SwitchField, TextField } from '../../forms/fields.tsx'
import { IconField } from '../../forms/icon-field.tsx'
import { TranslationTabs } from '../../forms/translation-tabs.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { MapEditor } from './map-editor.tsx'
import { type DeviceTypeValues, type DeviceTypeView, translatedTexts } from './type-fields.ts'

interface DeviceTypeFormProps {
  form: CommandForm<DeviceTypeValues>
  /** The type that is edited. */
  type?: DeviceTypeView
}

/** The fields of a device type, and its field map. */
export function DeviceTypeForm({ form, type }: DeviceTypeFormProps) {
  const t = useT()
  return (
    <>
      <TranslationTabs form={form} translated={translatedTexts} outdated={type?.translations.outdated ?? []}>
        <TextField form={form} path="displayName" maxLength={deviceTypeTexts.displayName} />
        <TextField
          form={form}
          path="pluralName"
          maxLength={deviceTypeTexts.pluralName}
          description={t('device-types.pluralName.hint')}
        />
        <TextField form={form} path="type" maxLength={maxLength.name} description={t('device-types.type.hint')} />
        <TextField form={form} path="description" maxLength={deviceTypeTexts.description} multiline />
        <IconField form={form} path="icon" />
        <SwitchField form={form} path="isReservable" description={t('device-types.isReservable.hint')} />
        <SwitchField form={form} path="hasStatus" description={t('device-types.hasStatus.hint')} />
        <SwitchField
          form={form}
          path="occupiedBlocksControl"
          description={t('device-types.occupiedBlocksControl.hint')}
        />
        <ChoicesField
          form={form}
          path="controls"
          description={t('device-types.controls.hint')}
          options={actions.map((action) => [action, t(`control.${action}`), t(`device-types.does.${action}`)])}
        />
        <ChoiceField
          form={form}
          path="onPowerLoss"
          description={t('device-types.onPowerLoss.hint')}
          options={powerLosses.map((each) => [each, t(`device-types.onPowerLoss.${each}`)])}
        />
        <NumberField form={form} path="reportIntervalS" unit="s" description={t('device-types.reportIntervalS.hint')} />
        <NumberField form={form} path="lowVoltage" unit="V" description={t('device-types.lowVoltage.hint')} />
      </TranslationTabs>
      <MapEditor form={form} unreadable={type?.fieldMap === null} />
    </>
  )
}
