import { useCallback, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { reservationFacts } from '../../../contract/reservations/facts.ts'
import type { BookingView } from '../../../contract/reservations/view.ts'
import { reservationRefusal } from '../../../machines/reservation.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { connection } from '../../stores/connection.ts'
import { onTick, serverNow } from '../../ui/clock.ts'
import { ReasonButton } from '../../ui/reason-button.tsx'

/** What an operator asked for, by the dialog that does it. */
export type Asked = 'edit' | 'change' | 'cancel'

const everySecond = (listener: () => void) => onTick(1_000, listener)

/** Why something cannot be done with a reservation now; moves with the clock. */
function useRefusal(booking: BookingView, verb: 'EDIT' | 'CHANGE_DEVICE' | 'CANCEL') {
  const judge = useCallback(
    () => reservationRefusal(verb, reservationFacts(booking), new Date(serverNow())),
    [booking, verb],
  )
  return useSyncExternalStore(everySecond, judge)
}

/** What an operator may do for the owner; what cannot be done now stays, with the reason. */
export function BookingActions({ booking, onAsk }: { booking: BookingView; onAsk: (asked: Asked) => void }) {
  const t = useT()
  const { carries } = useSnapshot(connection)
  const edit = useRefusal(booking, 'EDIT')
  const change = useRefusal(booking, 'CHANGE_DEVICE')
  const cancel = useRefusal(booking, 'CANCEL')
  const reason = (code: typeof edit) =>
    code !== null ? refusalText({ code }) : carries ? null : t('bookings.noConnection')
  return (
    <>
      <ReasonButton icon="edit" reason={reason(edit)} onAct={() => onAsk('edit')}>
        {t('bookings.edit')}
      </ReasonButton>
      <ReasonButton icon="swap" reason={reason(change)} onAct={() => onAsk('change')}>
        {t('bookings.change')}
      </ReasonButton>
      <ReasonButton icon="cross" tone="error" reason={reason(cancel)} onAct={() => onAsk('cancel')}>
        {t('common.cancelReservation')}
      </ReasonButton>
    </>
  )
}
