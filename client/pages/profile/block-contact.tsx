import { blockers, changeRmContact, rmContact } from '../../../contract/profile.ts'
import { TextField } from '../../forms/fields.tsx'
import { formFields } from '../../forms/form-fields.ts'
import { FormSection } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { notify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import classes from './profile.module.css'

export const blockContactFields = formFields(
  changeRmContact,
  { rmContactEmail: 'profile.contact.email', rmContactPhoneNumber: 'profile.contact.phone' },
  ['userId'],
)

/** Returns whether somebody may block people. */
export const mayBlock = (features: readonly string[]): boolean => blockers.some((feature) => features.includes(feature))

/** The contact that people see whom one blocks (PROF-2). */
export function BlockContact({ userId }: { userId: number }) {
  const t = useT()
  const { view, refusal, retry } = useQuery(rmContact, { userId })
  return (
    <Panel title={t('profile.contact.title')}>
      <p className={classes.text}>{t('profile.contact.text')}</p>
      {view && <Contact userId={userId} email={view.rmContactEmail} phone={view.rmContactPhoneNumber} />}
      {!view && refusal === null && <RowsSkeleton rows={2} height="3rem" />}
      {!view && refusal && <ErrorState text={refusalText(refusal)} onRetry={retry} />}
    </Panel>
  )
}

function Contact({ userId, email, phone }: { userId: number; email: string | null; phone: string | null }) {
  const t = useT()
  const form = useCommandForm({
    def: changeRmContact,
    fields: blockContactFields,
    initial: { rmContactEmail: email ?? '', rmContactPhoneNumber: phone ?? '' },
    toInput: (values) => ({ userId, ...values }),
    onDone: (kept) => {
      form.restart(kept)
      notify.success(t('profile.saved'), { id: 'contact' })
    },
  })
  return (
    <FormSection form={form} act={t('profile.contact.save')}>
      <TextField form={form} path="rmContactEmail" type="email" autoComplete="email" maxLength={255} />
      <TextField form={form} path="rmContactPhoneNumber" type="tel" autoComplete="tel" maxLength={45} />
    </FormSection>
  )
}
