import type { Action } from '../../../machines/device.ts'
import { actionIcons } from '../../devices/actions.ts'
import { useT } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ForecastList } from './forecast-list.tsx'
import { type DevicesLive, useForecast } from './use-forecast.ts'

interface ManyDialogProps {
  live: DevicesLive
  ids: ReadonlySet<number>
  action: Action
  busy: boolean
  /** Exactly the devices shown as reachable when the person confirmed. */
  onGive: (ids: readonly number[]) => void
  onClose: () => void
}

/** Asks before several things move: what will happen to which device, at this moment. */
export function ManyDialog({ live, ids, action, busy, onGive, onClose }: ManyDialogProps) {
  const t = useT()
  const found = useForecast(live, ids, action)
  const count = found.will.length
  const give = () => {
    if (count > 0 && !busy) onGive(found.will)
  }
  return (
    <Dialog
      title={t('control.many.title', { action, count: ids.size })}
      lead={t('control.many.lead')}
      onClose={onClose}
      onSubmit={give}
      act={count > 0 && { label: t('control.many.act', { action, count }), icon: actionIcons[action], busy }}
    >
      {count === 0 && <Alert severity="info">{t('control.many.nothing')}</Alert>}
      <ForecastList forecast={found} action={action} live={live} />
    </Dialog>
  )
}
