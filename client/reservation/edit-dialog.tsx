import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { BookedView } from '../../contract/reservations/view.ts'
import { edit } from '../../contract/reservations.ts'
import { CommandAlert } from '../commands/command-alert.tsx'
import { useCommand } from '../commands/use-command.ts'
import { formatList } from '../i18n/format.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { send } from '../link/send.ts'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notify.tsx'
import { changesOf, type Editable, editable, type Typed } from './edits.ts'

interface EditDialogProps {
  view: BookedView
  /** All parts of the stay: an extension has the same plate and token. */
  ids: readonly number[]
  onClose: () => void
}

/** Note, licence plate and RFID token of a stay (RES-3). */
export function EditDialog({ view, ids, onClose }: EditDialogProps) {
  const t = useT()
  const [typed, setTyped] = useState<Typed>({
    note: view.note ?? '',
    licencePlate: view.licencePlate ?? '',
    rfidToken: view.rfidToken ?? '',
  })
  const changes = changesOf(view, typed)
  const [sent, setSent] = useState(changes)
  const names = (of: typeof changes) =>
    formatList(editable.filter((field) => field in of).map((field) => t(`reservations.field.${field}`)))
  const errand = useCommand(Object.keys(changesOf(view, typed)).length === 0, () => {
    notify.success(t('reservations.edit.done', { fields: names(sent) }))
    onClose()
  })
  const submit = () => {
    if (Object.keys(changes).length === 0) return onClose()
    setSent(changes)
    const [reservationId = view.id, ...alsoIds] = ids
    void errand.run(() => send(edit, { reservationId, alsoIds, ...changes }))
  }
  const refusal = errand.state.kind === 'refused' ? errand.state.refusal : null
  const plateMissing = refusal?.code === 'licence-plate-required'
  const field = (name: Editable) => ({
    label: t(`reservations.field.${name}`),
    description: t(`reservations.hint.${name}`),
    value: typed[name],
    error: refusal?.fields?.some(({ path }) => path === name) ? t('ui.field.invalid') : undefined,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      errand.forget()
      setTyped((before) => ({ ...before, [name]: value }))
    },
  })
  const plate = field('licencePlate')
  return (
    <Dialog
      title={t('reservations.edit.title')}
      lead={`${view.device.name} · ${view.site.name}`}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={errand.busy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <Textarea {...field('note')} maxLength={255} rows={3} />
      <TextInput
        {...plate}
        error={plateMissing && refusal ? refusalText(refusal) : plate.error}
        maxLength={45}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        required={view.rules.licencePlateMandatory}
      />
      <TextInput {...field('rfidToken')} maxLength={255} autoComplete="off" spellCheck={false} />
      {!plateMissing && (
        <CommandAlert state={errand.state} title={t('reservations.edit.failed', { fields: names(sent) })} />
      )}
    </Dialog>
  )
}
