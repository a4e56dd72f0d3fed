import { useEffect, useEffectEvent } from 'react'
import type { BookedView } from '../../contract/reservations/view.ts'
import { alternatives, changeDevice } from '../../contract/reservations.ts'
import { formFields } from '../forms/form-fields.ts'
import { FormDialog } from '../forms/form-page.tsx'
import { RadioField } from '../forms/radio-field.tsx'
import { useCommandForm } from '../forms/use-command-form.tsx'
import { formatSpan } from '../i18n/format.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { useQuery } from '../stores/use-query.ts'
import { DeviceLabel } from '../ui/device-label.tsx'
import { notify } from '../ui/notify.tsx'
import { RowsSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'

/** The input of a change of place. */
export const changeFields = formFields(changeDevice, { deviceId: 'reservations.change.choose' }, ['reservationId'])

interface ChangeDialogProps {
  view: BookedView
  /** Changes when claims at the site did: other places may be free. */
  moved: number
  onClose: () => void
}

/** Moves a reservation to an equivalent free device (RES-6). */
export function ChangeDialog({ view, moved, onClose }: ChangeDialogProps) {
  const t = useT()
  const asked = useQuery(alternatives, { reservationId: view.id }, moved)
  const devices = asked.view?.devices ?? []
  const done = () => {
    notify.success(t('reservations.change.done'))
    onClose()
  }
  const form = useCommandForm({
    def: changeDevice,
    fields: changeFields,
    initial: { deviceId: null as number | null },
    mode: devices.length > 0 ? 'add' : 'view',
    // A place that somebody else has taken meanwhile is no longer chosen.
    toInput: ({ deviceId }) => ({
      reservationId: view.id,
      deviceId: devices.find(({ id }) => id === deviceId)?.id as number,
    }),
    onDone: done,
  })
  const { refusal } = form
  const refused = useEffectEvent(() => {
    // Free places have changed since the dialog opened.
    if (refusal?.code !== 'outcome-unknown' && refusal?.code !== 'bad-input') asked.retry()
  })
  useEffect(() => {
    if (refusal) refused()
  }, [refusal])
  // The reply was lost: the live reservation shows that it has moved.
  const settled = refusal?.code === 'outcome-unknown' && view.device.id === form.mantine.getValues().deviceId
  const finish = useEffectEvent(done)
  useEffect(() => {
    if (settled) finish()
  }, [settled])
  return (
    <FormDialog
      form={form}
      title={t('reservations.change.title')}
      lead={`${view.device.name} · ${formatSpan(view.start, view.end, view.site.timeZone)}`}
      act={t('reservations.change.act')}
      failed={refusalText({ code: 'change-device-error' })}
      onClose={onClose}
    >
      {asked.view === null ? (
        asked.refusal ? (
          <ErrorState text={refusalText(asked.refusal)} onRetry={asked.retry} />
        ) : (
          <RowsSkeleton rows={3} height="3.25rem" />
        )
      ) : devices.length === 0 ? (
        <EmptyState icon="swap" title={t('reservations.change.none.title')} text={t('reservations.change.none.text')} />
      ) : (
        <RadioField
          form={form}
          path="deviceId"
          choices={devices.map((device) => ({ value: device.id, label: <DeviceLabel device={device} /> }))}
        />
      )}
    </FormDialog>
  )
}
