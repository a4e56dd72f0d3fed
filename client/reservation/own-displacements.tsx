import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import type { ReservationView } from '../../contract/reservations/view.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { connection } from '../stores/connection.ts'
import { onTick, serverNow } from '../ui/clock.ts'
import { actionRefusal, type CardAction } from './actions.ts'
import { DisplacementAlerts } from './displacement-alerts.tsx'

const everySecond = (listener: () => void) => onTick(1_000, listener)

interface OwnDisplacementsProps {
  view: ReservationView
  onAct: (action: CardAction) => void
  contact?: boolean
}

/** What takes the place away from the person's own reservation, with a cancel button. */
export function OwnDisplacements({ view, onAct, contact = false }: OwnDisplacementsProps) {
  const t = useT()
  const { carries } = useSnapshot(connection)
  const refusal = useSyncExternalStore(everySecond, () => actionRefusal('cancel', [view], serverNow(), carries))
  const off =
    refusal === null ? null : refusal === 'no-connection' ? t('reservations.offline') : refusalText({ code: refusal })
  return <DisplacementAlerts view={view} off={off} contact={contact} onCancel={() => onAct('cancel')} />
}
