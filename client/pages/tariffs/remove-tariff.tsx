import { useNavigate } from '@tanstack/react-router'
import { remove } from '../../../contract/tariffs.ts'
import { RemoveDialog } from '../../forms/remove-dialog.tsx'
import { useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { notify } from '../../ui/notify.tsx'
import type { TariffView } from './tariff-fields.ts'

/** Deletes a tariff that no access time uses. */
export function RemoveTariff({ tariff: { id, name, version }, onClose }: { tariff: TariffView; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <RemoveDialog
      title={t('common.deleteTitle', { name })}
      text={t('tariffs.remove.text')}
      safetyWord={name}
      linkTo={(kind, eventId) => (kind === 'event' ? `/events/edit?eventId=${eventId}` : null)}
      remove={() => send(remove, { tariffId: id, version })}
      onDone={() => {
        notify.success(t('tariffs.removed', { name }))
        void navigate({ to: '/tariffs' })
      }}
      onClose={onClose}
    />
  )
}
