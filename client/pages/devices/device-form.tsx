import { useSnapshot } from 'valtio'
import { options } from '../../../contract/devices/admin.ts'
import { maxLength } from '../../../contract/fields.ts'
import { searchOf } from '../../device-admin/search-of.ts'
import { maintenanceOptions } from '../../devices/maintenance-text.ts'
import { FieldColumns, FieldGroup } from '../../forms/field-group.tsx'
import { ChoiceField, NumberField, SwitchField, TextField } from '../../forms/fields.tsx'
import { ReferenceField, ReferencesField } from '../../forms/reference-field.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { session } from '../../stores/session.ts'
import { AttributeFields } from './attribute-fields.tsx'
import type { DeviceValues, DeviceView } from './device-fields.ts'
import { PathFields } from './path-fields.tsx'
import { PlaceFields } from './place-fields.tsx'

interface DeviceFormProps {
  form: CommandForm<DeviceValues>
  /** The device that is edited. */
  device?: DeviceView
}

type Found = readonly { id: number; name: string; names: Readonly<Record<string, string>> }[]
const inLanguage = (found: Found) => found.map((each) => ({ id: each.id, name: nameIn(each) }))

/** The fields of a device; what it is and where only admins change. */
export function DeviceForm({ form, device }: DeviceFormProps) {
  const t = useT()
  const isAdmin = useSnapshot(session).role === 'Admin'
  const readOnly = !isAdmin
  const wired = (text: string) => (isAdmin ? text : t('device-admin.adminsOnly'))
  return (
    <>
      <FieldGroup title={t('device-admin.group.device')}>
        <TextField form={form} path="name" maxLength={maxLength.name} description={t('device-admin.name.hint')} />
        <ReferenceField
          form={form}
          path="deviceTypeId"
          readOnly={readOnly}
          query={options}
          toQuery={searchOf('deviceType')}
          toOptions={inLanguage}
          known={device ? inLanguage([device.deviceType]) : []}
          description={wired(t('device-admin.type.hint'))}
        />
        <TextField
          form={form}
          path="comment"
          maxLength={maxLength.description}
          multiline
          description={t('device-admin.comment.hint')}
        />
        <ChoiceField
          form={form}
          path="maintenanceState"
          options={maintenanceOptions(t, device?.maintenanceState)}
          description={t('device-admin.maintenanceState.hint')}
        />
        <SwitchField form={form} path="monitoring" description={t('device-admin.monitoring.hint')} />
        <SwitchField form={form} path="sendMail" description={t('device-admin.sendMail.hint')} />
      </FieldGroup>
      <FieldGroup title={t('device-admin.group.connection')}>
        <ReferenceField
          form={form}
          path="siteId"
          readOnly={readOnly}
          query={options}
          toQuery={searchOf('site')}
          toOptions={(found) => found}
          known={device ? [device.site] : []}
          description={wired(t('device-admin.site.hint'))}
        />
        <ReferenceField
          form={form}
          path="locationId"
          readOnly={readOnly}
          clearable
          query={options}
          toQuery={searchOf('location')}
          toOptions={(found) => found}
          known={device?.location ? [device.location] : []}
          description={wired(t('device-admin.location.hint'))}
        />
        <ReferenceField
          form={form}
          path="gatewayId"
          readOnly={readOnly}
          query={options}
          toQuery={searchOf('gateway')}
          toOptions={(found) => found}
          known={device ? [device.gateway] : []}
          description={wired(t('device-admin.gateway.hint'))}
        />
        <TextField
          form={form}
          path="hardwareId"
          readOnly={readOnly}
          maxLength={maxLength.note}
          description={wired(t('device-admin.hardwareId.hint'))}
        />
        <TextField
          form={form}
          path="type"
          readOnly={readOnly}
          maxLength={maxLength.name}
          description={wired(t('device-admin.legacyType.hint'))}
        />
      </FieldGroup>
      <FieldGroup title={t('device-admin.group.opening')}>
        <ReferencesField
          form={form}
          path="accessMethodIds"
          query={options}
          toQuery={searchOf('accessMethod')}
          toOptions={inLanguage}
          known={device ? inLanguage(device.accessMethods) : []}
          description={t('device-admin.accessMethods.hint')}
        />
        <SwitchField form={form} path="autoClose" description={t('device-admin.autoClose.hint')} />
        <FieldColumns>
          <NumberField
            form={form}
            path="autoCloseGatetimeSec"
            unit="s"
            description={t('device-admin.autoCloseGatetime.hint')}
          />
          <NumberField
            form={form}
            path="autoCloseUnusedGatetimeSec"
            unit="s"
            description={t('device-admin.autoCloseUnusedGatetime.hint')}
          />
        </FieldColumns>
      </FieldGroup>
      <AttributeFields form={form} />
      <PathFields form={form} />
      <PlaceFields form={form} />
    </>
  )
}
