import { maxLength } from '../../../contract/fields.ts'
import { FieldColumns, FieldGroup } from '../../forms/field-group.tsx'
import { TextField } from '../../forms/fields.tsx'
import { TranslationTabs } from '../../forms/translation-tabs.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { GroundFields } from './ground-fields.tsx'
import { type LocationValues, type LocationView, translatedTexts } from './location-fields.ts'

interface LocationFormProps {
  form: CommandForm<LocationValues>
  /** The location that is edited. */
  location?: LocationView
}

/** The fields of a location. */
export function LocationForm({ form, location }: LocationFormProps) {
  const t = useT()
  return (
    <TranslationTabs form={form} translated={translatedTexts} outdated={location?.translations.outdated ?? []}>
      <TextField form={form} path="name" maxLength={maxLength.note} description={t('locations.name.hint')} />
      <TextField form={form} path="type" maxLength={maxLength.name} description={t('locations.type.hint')} />
      <TextField
        form={form}
        path="description"
        maxLength={maxLength.description}
        multiline
        description={t('locations.description.hint')}
      />
      <TextField
        form={form}
        path="additionalSupportInfo"
        maxLength={maxLength.description}
        multiline
        description={t('locations.additionalSupportInfo.hint')}
      />
      <TextField form={form} path="imagePath" maxLength={maxLength.note} description={t('locations.imagePath.hint')} />
      <FieldGroup title={t('locations.group.address')}>
        <TextField form={form} path="address" maxLength={maxLength.note} />
        <FieldColumns>
          <TextField form={form} path="zip" maxLength={maxLength.name} />
          <TextField form={form} path="city" maxLength={maxLength.note} />
          <TextField form={form} path="country" maxLength={maxLength.name} />
        </FieldColumns>
      </FieldGroup>
      <GroundFields form={form} />
    </TranslationTabs>
  )
}
