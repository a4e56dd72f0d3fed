import { useCallback, useState } from 'react'
import { reservation } from '../../contract/reservations.ts'
import { CancelDialog } from '../reservation/cancel-dialog.tsx'
import { OwnDisplacements } from '../reservation/own-displacements.tsx'
import { useRow, useWatch } from '../stores/use-watch.ts'

/** At the door: why it does not open during the reservation, whom to ask, and how to cancel with a refund. */
export function OpeningDisplacements({ id }: { id: number }) {
  const live = useWatch(reservation, { reservationId: id })
  const view = useRow(live, 'reservation', id)
  const [canceling, setCanceling] = useState(false)
  const close = useCallback(() => setCanceling(false), [])
  if (view === null) return null
  return (
    <>
      <OwnDisplacements view={view} contact onAct={() => setCanceling(true)} />
      {canceling && <CancelDialog view={view} onClose={close} />}
    </>
  )
}
