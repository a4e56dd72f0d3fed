import { accessAttributes, accessMethodTexts } from '../../../contract/device-access-methods.ts'
import { maxLength } from '../../../contract/fields.ts'
import { ChoicesField } from '../../forms/choices-field.tsx'
import { SwitchField, TextField } from '../../forms/fields.tsx'
import { IconField } from '../../forms/icon-field.tsx'
import { TranslationTabs } from '../../forms/translation-tabs.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { type AccessMethodValues, type AccessMethodView, translatedTexts } from './access-method-fields.ts'

interface AccessMethodFormProps {
  form: CommandForm<AccessMethodValues>
  /** The method that is edited. */
  method?: AccessMethodView
}

/** The fields of an access method. */
export function AccessMethodForm({ form, method }: AccessMethodFormProps) {
  const t = useT()
  return (
    <TranslationTabs form={form} translated={translatedTexts} outdated={method?.translations.outdated ?? []}>
      <TextField form={form} path="displayName" maxLength={accessMethodTexts.displayName} />
      <TextField
        form={form}
        path="name"
        maxLength={maxLength.name}
        description={t('device-access-methods.name.hint')}
      />
      <TextField form={form} path="description" maxLength={accessMethodTexts.description} multiline />
      <IconField form={form} path="icon" />
      <ChoicesField
        form={form}
        path="attributes"
        options={accessAttributes.map((attribute) => [
          attribute,
          t(`device-access-methods.attribute.${attribute}`),
          t(`device-access-methods.does.${attribute}`),
        ])}
      />
      <SwitchField
        form={form}
        path="disableControlWhenInState"
        description={t('device-access-methods.disableControlWhenInState.hint')}
      />
    </TranslationTabs>
  )
}
