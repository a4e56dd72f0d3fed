import { useNavigate } from '@tanstack/react-router'
import { add } from '../../../contract/codes.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { codeFields, emptyCode, toInput } from './code-fields.ts'
import { CodeForm } from './code-form.tsx'

/** A new access code for a private zone of the operator, for one of its access times or for all. */
export function NewCode() {
  const t = useT()
  const navigate = useNavigate()
  const form = useCommandForm({
    def: add,
    fields: codeFields,
    mode: 'add',
    initial: emptyCode,
    toInput,
    onDone: (_, { name }) => {
      notify.success(t('codes.new.done', { code: name.trim() }))
      void navigate({ to: '/codes/list' })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('codes.new.title')}
      lead={t('codes.new.lead')}
      act={t('codes.new.act')}
      failed={t('codes.new.failed')}
      back={<BackButton otherwise="/codes/list">{t('codes.zone.list')}</BackButton>}
    >
      <CodeForm form={form} />
    </FormPage>
  )
}
