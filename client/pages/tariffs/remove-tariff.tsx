import { useNavigate } from '@tanstack/react-router'
import { remove } from '../../../contract/tariffs.ts'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { notify } from '../../ui/notify.tsx'
import type { TariffView } from './tariff-fields.ts'

interface RemoveTariffProps {
  form: Pick<CommandForm, 'guarded'>
  tariff: TariffView
  onClose: () => void
}

/** Deletes a tariff that no access time uses. */
export function RemoveTariff({ form, tariff: { id, name, version }, onClose }: RemoveTariffProps) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <RemoveDialog
      form={form}
      title={t('common.deleteTitle', { name })}
      text={t('tariffs.remove.text')}
      safetyWord={name}
      linkTo={(kind, eventId) => (kind === 'event' ? `/events/edit?eventId=${eventId}` : null)}
      consequences={{ act: 'remove', entity: 'tariff', ids: [id] }}
      remove={(world) => send(remove, { tariffId: id, version, world })}
      onDone={() => {
        notify.success(t('tariffs.removed', { name }))
        void navigate({ to: '/tariffs' })
      }}
      onClose={onClose}
    />
  )
}
