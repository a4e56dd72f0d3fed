import { DurationField } from '../../forms/duration-field.tsx'
import { FieldGroup } from '../../forms/field-group.tsx'
import { ChoiceField } from '../../forms/fields.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import type { EventOptions, EventValues } from './event-fields.ts'

interface PriceFieldsProps<V extends EventValues> {
  form: CommandForm<V>
  offered: EventOptions | null
}

/** What a stay costs, and what of it is paid back. */
export function PriceFields<V extends EventValues>({ form, offered }: PriceFieldsProps<V>) {
  const t = useT()
  const { tariffId } = form.mantine.getValues()
  // Until its name is known, a tariff is not shown as "free of charge".
  const unknown: [number, string][] = tariffId === null ? [] : [[tariffId, '…']]
  return (
    <FieldGroup title={t('events.group.price')}>
      <ChoiceField
        form={form}
        path="tariffId"
        none={t('events.free')}
        options={offered ? offered.tariffs.map(({ id, name }) => [id, name]) : unknown}
        description={t(offered ? 'events.tariff.hint' : 'events.zoneFirst')}
      />
      {tariffId !== null && offered?.products.payment === false && (
        <Alert severity="warning">{t('events.tariff.noPayment')}</Alert>
      )}
      <DurationField form={form} path="refundUntilMinutes" unit="hour" description={t('events.refundUntil.hint')} />
    </FieldGroup>
  )
}
