import { ChoicesField } from '../../forms/choices-field.tsx'
import { DurationField } from '../../forms/duration-field.tsx'
import { FieldColumns, FieldGroup } from '../../forms/field-group.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import type { EventOptions, EventValues } from './event-fields.ts'
import { LimitField } from './limit-field.tsx'

interface LengthFieldsProps<V extends EventValues> {
  form: CommandForm<V>
  /** Null = not known yet. */
  offered: EventOptions | null
}

/** Which places can be booked, for how long and how far ahead. */
export function LengthFields<V extends EventValues>({ form, offered }: LengthFieldsProps<V>) {
  const t = useT()
  const { deviceTypeIds } = form.mantine.getInitialValues()
  const types = (offered?.deviceTypes ?? []).filter(({ id, reservable }) => reservable || deviceTypeIds.includes(id))
  return (
    <>
      <FieldGroup title={t('events.group.what')}>
        <ChoicesField
          form={form}
          path="deviceTypeIds"
          options={types.map((type) => [type.id, nameIn(type)])}
          description={t(offered ? 'events.deviceTypeIds.hint' : 'events.zoneFirst')}
        />
        <FieldColumns>
          <LimitField
            form={form}
            path="minDurationMinutes"
            unlimited={t('events.minDuration.none')}
            usual={60}
            unit="hour"
          />
          <LimitField
            form={form}
            path="maxDurationMinutes"
            unlimited={t('events.maxDuration.none')}
            usual={1_440}
            unit="day"
          />
        </FieldColumns>
        <DurationField form={form} path="slotMinutes" unit="minute" description={t('events.slot.hint')} />
      </FieldGroup>
      <FieldGroup title={t('events.group.ahead')}>
        <DurationField form={form} path="prebookMinMinutes" unit="minute" description={t('events.prebookMin.hint')} />
        <LimitField
          form={form}
          path="prebookMaxMinutes"
          unlimited={t('events.prebookMax.none')}
          usual={43_200}
          unit="day"
          description={t('events.prebookMax.hint')}
        />
      </FieldGroup>
    </>
  )
}
