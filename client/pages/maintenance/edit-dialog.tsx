import { maxLength } from '../../../contract/fields.ts'
import { edit } from '../../../contract/maintenance.ts'
import { TextField } from '../../forms/fields.tsx'
import { FormDialog } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.tsx'
import { type EditableView, type MaintenanceTexts, maintenanceTextFields } from './text-fields.ts'

interface EditDialogProps {
  period: EditableView
  onClose: () => void
}

/** Changes what visitors and operators read about a period (ADM-19). */
export function EditDialog({ period, onClose }: EditDialogProps) {
  const t = useT()
  const form = useCommandForm({
    def: edit,
    fields: maintenanceTextFields,
    initial: { reason: period.reason, description: period.description } as MaintenanceTexts,
    version: period.version,
    toInput: (values, version) => ({ periodId: period.id, version, ...values }),
    onDone: () => {
      notify.success(t('maintenance.edit.done'))
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('maintenance.edit.title')} lead={t('maintenance.edit.lead')} onClose={onClose}>
      <TextField
        form={form}
        path="reason"
        maxLength={maxLength.description}
        multiline
        description={t('maintenance.why.reason.hint')}
      />
      <TextField
        form={form}
        path="description"
        maxLength={maxLength.description}
        multiline
        description={t('maintenance.why.description.hint')}
      />
    </FormDialog>
  )
}
