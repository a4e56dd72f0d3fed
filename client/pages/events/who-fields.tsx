import { eventModes } from '../../../contract/events.ts'
import { maxLength } from '../../../contract/fields.ts'
import { FieldGroup } from '../../forms/field-group.tsx'
import { ChoiceField, SwitchField, TextField } from '../../forms/fields.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import type { EventValues } from './event-fields.ts'

/** Whom the access time lets book. */
export function WhoFields<V extends EventValues>({ form }: { form: CommandForm<V> }) {
  const t = useT()
  const { mode } = form.mantine.getValues()
  return (
    <FieldGroup title={t('events.group.who')}>
      <ChoiceField
        form={form}
        path="mode"
        options={eventModes.map((each) => [each, t(`events.mode.${each}`)])}
        description={t(`events.mode.${mode}.hint`)}
      />
      <TextField
        form={form}
        path="emailWhitelist"
        maxLength={maxLength.description}
        multiline
        verbatim="none"
        placeholder="anna@example.org, *@example.com"
        description={t('events.emailWhitelist.hint')}
      />
      <SwitchField form={form} path="enrolUniversityStaff" description={t('events.enrolUniversityStaff.hint')} />
      <SwitchField form={form} path="enrolUniversityStudents" description={t('events.enrolUniversityStudents.hint')} />
    </FieldGroup>
  )
}
