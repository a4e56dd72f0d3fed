import { barrierTypes, deviceOptions } from '../../../contract/barriers.ts'
import { options } from '../../../contract/devices/admin.ts'
import { maxLength } from '../../../contract/fields.ts'
import { searchOf } from '../../device-admin/search-of.ts'
import { ChoiceField, NumberField, TextField } from '../../forms/fields.tsx'
import { type Named, ReferenceField } from '../../forms/reference-field.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import type { BarrierValues, BarrierView } from './barrier-fields.ts'

interface BarrierFormProps {
  form: CommandForm<BarrierValues>
  /** The barrier that is edited. */
  barrier?: BarrierView
  /** The site that is chosen at first. */
  site?: Named | null
}

/** The fields of a barrier. Its device can be chosen once the site is. */
export function BarrierForm({ form, barrier, site = barrier?.site ?? null }: BarrierFormProps) {
  const t = useT()
  const { siteId } = form.mantine.getValues()
  return (
    <>
      <TextField
        form={form}
        path="description"
        maxLength={maxLength.note}
        description={t('barriers.description.hint')}
      />
      <NumberField form={form} path="pathNumber" description={t('barriers.number.hint')} />
      <ChoiceField
        form={form}
        path="type"
        options={barrierTypes.map((type) => [type, t(`barriers.type.${type}`)])}
        description={t('barriers.type.hint')}
      />
      <ReferenceField
        form={form}
        path="siteId"
        query={options}
        toQuery={searchOf('site')}
        toOptions={(found) => found}
        known={site ? [site] : []}
        onChoose={() => form.mantine.setFieldValue('deviceId', null)}
      />
      {siteId !== null && (
        <ReferenceField
          key={siteId}
          form={form}
          path="deviceId"
          clearable
          query={deviceOptions}
          toQuery={(search) => ({ siteId, search })}
          toOptions={(found) => found}
          known={barrier?.device ? [barrier.device] : []}
          description={t('barriers.device.hint')}
        />
      )}
      <ReferenceField
        form={form}
        path="gatewayId"
        clearable
        query={options}
        toQuery={searchOf('gateway')}
        toOptions={(found) => found}
        known={barrier?.gateway ? [barrier.gateway] : []}
        description={t('barriers.gateway.hint')}
      />
    </>
  )
}
