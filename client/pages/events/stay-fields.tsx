import { FieldColumns, FieldGroup } from '../../forms/field-group.tsx'
import { SwitchField } from '../../forms/fields.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import type { EventOptions, EventValues } from './event-fields.ts'
import { LimitField } from './limit-field.tsx'

interface StayFieldsProps<V extends EventValues> {
  form: CommandForm<V>
  offered: EventOptions | null
}

/** What somebody who has booked may do, and what recognises them. */
export function StayFields<V extends EventValues>({ form, offered }: StayFieldsProps<V>) {
  const t = useT()
  const { lprEnabled } = form.mantine.getValues()
  const has = offered?.products
  /** What a switch does, and that it does nothing yet where the company lacks the product. */
  const hint = (text: string, bought: boolean | undefined) =>
    bought === false ? `${text} ${t('events.notBought')}` : text
  return (
    <>
      <FieldGroup title={t('events.group.recognition')}>
        <SwitchField form={form} path="licencePlateMandatory" description={t('events.licencePlateMandatory.hint')} />
        <SwitchField
          form={form}
          path="lprEnabled"
          readOnly={has?.lpr === false && !lprEnabled}
          description={hint(t('events.lpr.hint'), has?.lpr)}
        />
        <SwitchField form={form} path="gpsEnabled" description={hint(t('events.gps.hint'), has?.gps)} />
      </FieldGroup>
      <FieldGroup title={t('events.group.stay')}>
        <FieldColumns>
          <LimitField
            form={form}
            path="entryLimit"
            unlimited={t('events.limit.none')}
            usual={5}
            unit={null}
            description={t('events.entryLimit.hint')}
          />
          <LimitField
            form={form}
            path="exitLimit"
            unlimited={t('events.limit.none')}
            usual={5}
            unit={null}
            description={t('events.exitLimit.hint')}
          />
        </FieldColumns>
        <LimitField
          form={form}
          path="graceMinutes"
          unlimited={t('events.grace.none')}
          usual={30}
          unit="minute"
          description={t('events.grace.hint')}
        />
        <SwitchField form={form} path="guestTicketAllowed" description={t('events.guestTicket.hint')} />
        <SwitchField form={form} path="smsEnabled" description={hint(t('events.sms.hint'), has?.sms)} />
        <LimitField
          form={form}
          path="lastRebookingMinutes"
          unlimited={t('events.lastRebooking.none')}
          usual={60}
          unit="hour"
          description={t('events.lastRebooking.hint')}
        />
      </FieldGroup>
    </>
  )
}
