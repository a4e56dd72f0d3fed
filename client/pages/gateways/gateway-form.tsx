import { options } from '../../../contract/devices/admin.ts'
import { maxLength } from '../../../contract/fields.ts'
import { searchOf } from '../../device-admin/search-of.ts'
import { maintenanceOptions } from '../../devices/maintenance-text.ts'
import { FieldGroup } from '../../forms/field-group.tsx'
import { ChoiceField, SwitchField, TextField } from '../../forms/fields.tsx'
import { ReferenceField } from '../../forms/reference-field.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import type { GatewayFormView, GatewayValues } from './gateway-fields.ts'

interface GatewayFormProps {
  form: CommandForm<GatewayValues>
  /** The gateway that is edited. */
  gateway?: GatewayFormView
}

/** The fields of a gateway. */
export function GatewayForm({ form, gateway }: GatewayFormProps) {
  const t = useT()
  return (
    <>
      <FieldGroup title={t('common.gateway')}>
        <TextField form={form} path="name" maxLength={maxLength.name} description={t('gateways.name.hint')} />
        <TextField form={form} path="label" maxLength={maxLength.name} description={t('gateways.label.hint')} />
        <TextField
          form={form}
          path="hardwareId"
          maxLength={maxLength.note}
          description={t('gateways.hardwareId.hint')}
        />
        <TextField
          form={form}
          path="comment"
          maxLength={maxLength.description}
          multiline
          description={t('gateways.comment.hint')}
        />
      </FieldGroup>
      <FieldGroup title={t('common.site')}>
        <ReferenceField
          form={form}
          path="siteId"
          clearable
          query={options}
          toQuery={searchOf('site')}
          toOptions={(found) => found}
          known={gateway?.site ? [gateway.site] : []}
          description={t('gateways.site.hint')}
        />
        <TextField
          form={form}
          path="premiseLocation"
          maxLength={maxLength.note}
          description={t('gateways.premiseLocation.hint')}
        />
      </FieldGroup>
      <FieldGroup title={t('gateways.group.operation')}>
        <ChoiceField
          form={form}
          path="maintenanceState"
          options={maintenanceOptions(t, gateway?.maintenanceState)}
          description={t('gateways.maintenanceState.hint')}
        />
        <SwitchField form={form} path="monitoring" description={t('gateways.monitoring.hint')} />
        <SwitchField form={form} path="sendMail" description={t('gateways.sendMail.hint')} />
        <SwitchField form={form} path="allowOfflineCaching" description={t('gateways.allowOfflineCaching.hint')} />
      </FieldGroup>
    </>
  )
}
