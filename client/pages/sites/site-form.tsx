import { useSnapshot } from 'valtio'
import { options } from '../../../contract/devices/admin.ts'
import { maxLength } from '../../../contract/fields.ts'
import { list as zones } from '../../../contract/zones.ts'
import { searchOf } from '../../device-admin/search-of.ts'
import { FieldColumns, FieldGroup } from '../../forms/field-group.tsx'
import { NumberField, SwitchField, TextField } from '../../forms/fields.tsx'
import { ReferenceField, ReferencesField } from '../../forms/reference-field.tsx'
import { TimeZoneField } from '../../forms/time-zone-field.tsx'
import { TranslationTabs } from '../../forms/translation-tabs.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { type SiteValues, type SiteView, translatedTexts } from './site-fields.ts'
import { SitePosition } from './site-position.tsx'

interface SiteFormProps {
  form: CommandForm<SiteValues>
  /** The site that is edited. */
  site?: SiteView
}

/** The fields of a site. */
export function SiteForm({ form, site }: SiteFormProps) {
  const t = useT()
  const isAdmin = useSnapshot(session).role === 'Admin'
  const { locationId, geofenceM } = form.mantine.getValues()
  return (
    <TranslationTabs form={form} translated={translatedTexts} outdated={site?.translations.outdated ?? []}>
      <TextField form={form} path="name" maxLength={maxLength.name} description={t('sites.name.hint')} />
      <TextField form={form} path="fullName" maxLength={maxLength.note} description={t('sites.fullName.hint')} />
      <TextField
        form={form}
        path="description"
        maxLength={maxLength.description}
        multiline
        description={t('sites.description.hint')}
      />
      <TextField
        form={form}
        path="directions"
        maxLength={maxLength.description}
        multiline
        description={t('sites.directions.hint')}
      />
      <FieldGroup title={t('sites.group.place')}>
        <ReferencesField
          form={form}
          path="zoneIds"
          query={zones}
          toQuery={(search) => ({ search })}
          toOptions={(found) => found.rows}
          known={site?.zones ?? []}
          description={t(isAdmin ? 'sites.zones.hint' : 'sites.zones.own')}
        />
        <ReferenceField
          form={form}
          path="locationId"
          clearable
          query={options}
          toQuery={searchOf('location')}
          toOptions={(found) => found}
          known={site?.location ? [site.location] : []}
          description={t(isAdmin ? 'sites.location.hint' : 'sites.location.own')}
        />
        {locationId !== null && <SitePosition locationId={locationId} radiusM={geofenceM} />}
        <NumberField form={form} path="geofenceM" unit="m" description={t('sites.geofenceM.hint')} />
        <TimeZoneField form={form} path="timeZone" description={t('sites.timeZone.hint')} />
      </FieldGroup>
      <FieldGroup title={t('sites.group.operation')}>
        <FieldColumns>
          <TextField form={form} path="type" maxLength={maxLength.name} description={t('sites.type.hint')} />
          <NumberField form={form} path="capacity" description={t('sites.capacity.hint')} />
        </FieldColumns>
        <SwitchField form={form} path="licencePlateMandatory" description={t('sites.licencePlateMandatory.hint')} />
        <SwitchField form={form} path="monitoring" description={t('sites.monitoring.hint')} />
        <SwitchField form={form} path="visualizationEnabled" description={t('sites.visualizationEnabled.hint')} />
        <TextField form={form} path="scsPlId" maxLength={maxLength.note} description={t('sites.scsPlId.hint')} />
      </FieldGroup>
    </TranslationTabs>
  )
}
