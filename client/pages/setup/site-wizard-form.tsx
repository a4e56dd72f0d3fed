import { options } from '../../../contract/devices/admin.ts'
import { maxLength } from '../../../contract/fields.ts'
import { list as zones } from '../../../contract/zones.ts'
import { searchOf } from '../../device-admin/search-of.ts'
import { FieldColumns, FieldGroup } from '../../forms/field-group.tsx'
import { NumberField, TextField } from '../../forms/fields.tsx'
import { ReferenceField, ReferencesField } from '../../forms/reference-field.tsx'
import { TimeZoneField } from '../../forms/time-zone-field.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import type { SiteWizardValues } from './site-wizard-fields.ts'

type Found = readonly { id: number; name: string; names: Readonly<Record<string, string>> }[]
const inLanguage = (found: Found) => found.map((each) => ({ id: each.id, name: nameIn(each) }))

/** The fields of the wizard: the site, its gateway, its devices, and how they stand. */
export function SiteWizardForm({ form }: { form: CommandForm<SiteWizardValues> }) {
  const t = useT()
  const { gatewayId } = form.mantine.getValues()
  return (
    <>
      <FieldGroup title={t('common.site')}>
        <TextField form={form} path="name" maxLength={maxLength.name} description={t('sites.name.hint')} />
        <ReferencesField
          form={form}
          path="zoneIds"
          query={zones}
          toQuery={(search) => ({ search })}
          toOptions={(found) => found.rows}
          description={t('sites.zones.hint')}
        />
        <ReferenceField
          form={form}
          path="locationId"
          clearable
          query={options}
          toQuery={searchOf('location')}
          toOptions={(found) => found}
          description={t('sites.location.hint')}
        />
        <TimeZoneField form={form} path="timeZone" description={t('sites.timeZone.hint')} />
      </FieldGroup>
      <FieldGroup title={t('common.gateway')}>
        <ReferenceField
          form={form}
          path="gatewayId"
          clearable
          query={options}
          toQuery={searchOf('gateway')}
          toOptions={(found) => found}
          description={t('setup.gateway.hint')}
        />
        {gatewayId === null && (
          <FieldColumns>
            <TextField
              form={form}
              path="gateway.name"
              maxLength={maxLength.name}
              description={t('gateways.name.hint')}
            />
            <TextField
              form={form}
              path="gateway.hardwareId"
              maxLength={maxLength.note}
              description={t('gateways.hardwareId.hint')}
            />
          </FieldColumns>
        )}
      </FieldGroup>
      <FieldGroup title={t('common.devices')}>
        <ReferenceField
          form={form}
          path="deviceTypeId"
          query={options}
          toQuery={searchOf('deviceType')}
          toOptions={inLanguage}
          description={t('device-admin.type.hint')}
        />
        <ReferencesField
          form={form}
          path="accessMethodIds"
          query={options}
          toQuery={searchOf('accessMethod')}
          toOptions={inLanguage}
          description={t('device-admin.accessMethods.hint')}
        />
        <TextField form={form} path="names" maxLength={maxLength.note} description={t('setup.names.hint')} />
        <TextField
          form={form}
          path="hardwareIds"
          maxLength={maxLength.note}
          description={t('setup.hardwareIds.hint')}
        />
        <NumberField form={form} path="firstPathNumber" description={t('setup.firstPathNumber.hint')} />
      </FieldGroup>
      <FieldGroup title={t('device-admin.group.place')}>
        <FieldColumns>
          <NumberField form={form} path="perRow" description={t('setup.perRow.hint')} />
          <NumberField form={form} path="widthMm" unit="mm" description={t('device-admin.width.hint')} />
          <NumberField form={form} path="heightMm" unit="mm" description={t('device-admin.height.hint')} />
        </FieldColumns>
        <FieldColumns>
          <NumberField form={form} path="gapMm" unit="mm" description={t('setup.gap.hint')} />
          <NumberField form={form} path="aisleMm" unit="mm" description={t('setup.aisle.hint')} />
        </FieldColumns>
      </FieldGroup>
    </>
  )
}
