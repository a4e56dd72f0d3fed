import { useEffect, useEffectEvent, useState } from 'react'
import { maxLength } from '../../contract/fields.ts'
import type { BookedView } from '../../contract/reservations/view.ts'
import { edit } from '../../contract/reservations.ts'
import { TextField } from '../forms/fields.tsx'
import { formFields } from '../forms/form-fields.ts'
import { FormDialog } from '../forms/form-page.tsx'
import { PlateField } from '../forms/plate-field.tsx'
import { useCommandForm } from '../forms/use-command-form.tsx'
import { formatList } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { notify } from '../ui/notify.tsx'
import { changesOf, type Editable, editable } from './edits.ts'

/** The inputs of a stay. */
export const stayFields = formFields(
  edit,
  {
    note: 'reservations.field.note',
    licencePlate: 'reservations.field.licencePlate',
    rfidToken: 'reservations.field.rfidToken',
  },
  ['reservationId', 'alsoIds'],
)

interface EditDialogProps {
  view: BookedView
  /** All parts of the stay: an extension has the same plate and token. */
  ids: readonly number[]
  onClose: () => void
}

/** Note, licence plate and RFID token of a stay (RES-3). Only changes are sent. */
export function EditDialog({ view, ids, onClose }: EditDialogProps) {
  const t = useT()
  const [opened] = useState(view)
  const form = useCommandForm({
    def: edit,
    fields: stayFields,
    initial: Object.fromEntries(editable.map((field) => [field, opened[field] ?? ''])) as Record<Editable, string>,
    toInput: (values) => {
      const [reservationId = view.id, ...alsoIds] = ids
      return { reservationId, alsoIds, ...changesOf(opened, values) }
    },
    onDone: (_, values) => done(values),
  })
  const done = (values: Record<Editable, string>) => {
    const changed = Object.keys(changesOf(opened, values)) as Editable[]
    notify.success(
      t('reservations.edit.done', { fields: formatList(changed.map((field) => t(`reservations.field.${field}`))) }),
    )
    onClose()
  }
  // The reply was lost: the live stay shows that it was saved.
  const values = form.mantine.getValues()
  const saved = form.refusal?.code === 'outcome-unknown' && Object.keys(changesOf(view, values)).length === 0
  const finish = useEffectEvent(() => done(values))
  useEffect(() => {
    if (saved) finish()
  }, [saved])
  return (
    <FormDialog
      form={form}
      title={t('reservations.edit.title')}
      lead={`${view.device.name} · ${view.site.name}`}
      onClose={onClose}
    >
      <TextField
        form={form}
        path="note"
        maxLength={maxLength.note}
        description={t('reservations.hint.note')}
        multiline
      />
      <PlateField
        form={form}
        path="licencePlate"
        description={t('reservations.hint.licencePlate')}
        required={view.rules.licencePlateMandatory}
      />
      <TextField
        form={form}
        path="rfidToken"
        maxLength={maxLength.note}
        description={t('reservations.hint.rfidToken')}
        verbatim="none"
      />
    </FormDialog>
  )
}
