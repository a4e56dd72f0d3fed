import { useNavigate } from '@tanstack/react-router'
import { remove } from '../../../contract/maintenance.ts'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import { useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { notify } from '../../ui/notify.tsx'
import type { EditableView } from './text-fields.ts'

/** Deletes a period that was taken back before it began; names the reservations that it affected. */
export function RemovePeriod({ period, onClose }: { period: EditableView; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const { id, version, target } = period
  return (
    <RemoveDialog
      form={null}
      title={t('maintenance.remove.title', { target: target.name })}
      text={t('maintenance.remove.text')}
      remove={() => send(remove, { periodId: id, version })}
      linkTo={(kind, reservationId) => (kind === 'reservation' ? `/reservations/${reservationId}` : null)}
      onDone={() => {
        notify.success(t('maintenance.removed', { target: target.name }))
        void navigate({ to: '/maintenance' })
      }}
      onClose={onClose}
    />
  )
}
