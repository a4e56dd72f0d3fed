import { DayField } from '../../forms/date-fields.tsx'
import { FieldColumns, FieldGroup } from '../../forms/field-group.tsx'
import { SwitchField } from '../../forms/fields.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import type { EventValues } from './event-fields.ts'
import classes from './events.module.css'
import { TimeField } from './time-field.tsx'

/** On which days and at what time of day can be booked. */
export function WhenFields<V extends EventValues>({ form }: { form: CommandForm<V> }) {
  const t = useT()
  const { fullDay } = form.mantine.getValues()
  return (
    <FieldGroup title={t('common.when')}>
      <FieldColumns>
        <DayField form={form} path="startsOn" description={t('events.startsOn.hint')} />
        <DayField form={form} path="endsOn" description={t('events.endsOn.hint')} />
      </FieldColumns>
      <SwitchField form={form} path="fullDay" description={t('events.fullDay.hint')} />
      {!fullDay && (
        <>
          <FieldColumns>
            <TimeField form={form} path="dailyFrom" />
            <TimeField form={form} path="dailyUntil" />
          </FieldColumns>
          <p className={classes.hint}>{t('events.window.hint')}</p>
        </>
      )}
      <SwitchField form={form} path="singleDay" description={t('events.singleDay.hint')} />
    </FieldGroup>
  )
}
