import { useNavigate } from '@tanstack/react-router'
import { remove } from '../../../contract/events.ts'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { notify } from '../../ui/notify.tsx'
import type { EventView } from './event-fields.ts'

interface RemoveEventProps {
  form: Pick<CommandForm, 'guarded'>
  event: EventView
  onClose: () => void
}

/** Deletes an access time that no code opens, and names what stays booked with it. */
export function RemoveEvent({ form, event: { id, name, version }, onClose }: RemoveEventProps) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <RemoveDialog
      form={form}
      title={t('common.deleteTitle', { name })}
      text={t('events.remove.text')}
      safetyWord={name}
      consequences={{ act: 'remove', entity: 'event', ids: [id] }}
      remove={(world) => send(remove, { eventId: id, version, world })}
      linkTo={(kind) => (kind === 'code' ? '/codes' : null)}
      onDone={() => {
        notify.success(t('events.removed', { name }))
        void navigate({ to: '/events' })
      }}
      onClose={onClose}
    />
  )
}
