import { useState } from 'react'
import type { BookedView } from '../../contract/reservations/view.ts'
import { alternatives, changeDevice } from '../../contract/reservations.ts'
import { CommandAlert } from '../commands/command-alert.tsx'
import { useCommand } from '../commands/use-command.ts'
import { formatSpan } from '../i18n/format.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { send } from '../link/send.ts'
import { useQuery } from '../stores/use-query.ts'
import { Choices } from '../ui/choices.tsx'
import { DeviceLabel } from '../ui/device-label.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notify.tsx'
import { RowsSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'

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
  const [chosen, setChosen] = useState<number | null>(null)
  const errand = useCommand(view.device.id === chosen, () => {
    notify.success(t('reservations.change.done'))
    onClose()
  })
  const devices = asked.view?.devices ?? []
  const deviceId = devices.some(({ id }) => id === chosen) ? chosen : null
  const submit = () => {
    if (deviceId === null) return
    void errand.run(async () => {
      const answer = await send(changeDevice, { reservationId: view.id, deviceId })
      // Free places have changed since the dialog opened.
      if (!answer.ok) asked.retry()
      return answer
    })
  }
  return (
    <Dialog
      title={t('reservations.change.title')}
      lead={`${view.device.name} · ${formatSpan(view.start, view.end, view.site.timeZone)}`}
      onClose={onClose}
      onSubmit={submit}
      act={
        devices.length > 0 && { label: t('reservations.change.act'), busy: errand.busy, disabled: deviceId === null }
      }
    >
      <CommandAlert state={errand.state} title={refusalText({ code: 'change-device-error' })} />
      {asked.view === null ? (
        asked.refusal ? (
          <ErrorState text={refusalText(asked.refusal)} onRetry={asked.retry} />
        ) : (
          <RowsSkeleton rows={3} height="3.25rem" />
        )
      ) : devices.length === 0 ? (
        <EmptyState icon="swap" title={t('reservations.change.none.title')} text={t('reservations.change.none.text')} />
      ) : (
        <Choices
          label={t('reservations.change.choose')}
          choices={devices.map((device) => ({ value: device.id, label: <DeviceLabel device={device} /> }))}
          value={deviceId}
          onChange={setChosen}
        />
      )}
    </Dialog>
  )
}
