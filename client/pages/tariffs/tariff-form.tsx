import { maxLength } from '../../../contract/fields.ts'
import { maxStages, tenants } from '../../../contract/tariffs.ts'
import { DurationField } from '../../forms/duration-field.tsx'
import { NumberField, TextField } from '../../forms/fields.tsx'
import { type Named, ReferenceField } from '../../forms/reference-field.tsx'
import { RowsField } from '../../forms/rows-field.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { type NewTariffValues, newStage, type TariffValues } from './tariff-fields.ts'

/** The company of a new tariff. `only` = the person has no other. */
export function CompanyField({ form, only }: { form: CommandForm<NewTariffValues>; only: Named | null }) {
  const t = useT()
  return (
    <ReferenceField
      form={form}
      path="tenantId"
      query={tenants}
      toQuery={(search) => ({ search })}
      toOptions={(found) => found}
      known={only ? [only] : []}
      description={t('tariffs.tenant.hint')}
    />
  )
}

/** The fields of a tariff that can be changed. */
export function TariffForm<V extends TariffValues>({ form }: { form: CommandForm<V> }) {
  const t = useT()
  return (
    <>
      <TextField form={form} path="name" maxLength={maxLength.name} />
      <TextField
        form={form}
        path="description"
        maxLength={maxLength.description}
        multiline
        description={t('tariffs.description.hint')}
      />
      <RowsField
        form={form}
        path="stages"
        empty={newStage as Readonly<Record<string, unknown>>}
        addLabel={t('tariffs.stages.add')}
        rowLabel={(place) => t('tariffs.stages.one', { place })}
        max={maxStages}
        description={t('tariffs.stages.hint')}
        sortable
      >
        {(path) => (
          <>
            <DurationField form={form} path={`${path}.untilMinutes`} />
            <NumberField form={form} path={`${path}.priceCents`} scale={100} unit="€" />
          </>
        )}
      </RowsField>
    </>
  )
}
