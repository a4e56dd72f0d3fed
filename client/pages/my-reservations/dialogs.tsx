import { claims } from '../../../contract/reservations/book.ts'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import type { mine } from '../../../contract/reservations.ts'
import { type CardAction, targetOf } from '../../reservation/actions.ts'
import { CancelDialog } from '../../reservation/cancel-dialog.tsx'
import { ChangeDialog } from '../../reservation/change-dialog.tsx'
import { EditDialog } from '../../reservation/edit-dialog.tsx'
import type { Stay } from '../../reservation/stays.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { type Live, useRow, useWatch } from '../../stores/use-watch.ts'
import { ExtendDialog } from './extend-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'

/** The current action, and its reservation. */
export interface Doing {
  readonly action: CardAction
  readonly id: number
  /** All booked parts of the stay. */
  readonly ids: readonly number[]
}

export function doingOf(action: CardAction, stay: Stay): Doing {
  const ids = stay.filter((part) => part.state === 'RESERVED').map(({ id }) => id)
  return { action, id: targetOf(action, stay).id, ids }
}

interface DialogsProps {
  live: Live<(typeof mine)['kinds'][number]>
  doing: Doing
  onClose: () => void
}

/** The dialog of an action. It belongs to the row, not to the card: an action that removes the card still shows its message. */
export function Dialogs({ live, doing, onClose }: DialogsProps) {
  const view = useRow(live, 'reservation', doing.id)
  if (view === null) return null
  switch (doing.action) {
    case 'cancel':
      return <CancelDialog view={view} onClose={onClose} />
    case 'edit':
      return <EditDialog view={view} ids={doing.ids} onClose={onClose} />
    case 'share':
      return <ShareDialog view={view} onClose={onClose} />
    case 'extend':
    case 'changeDevice':
      return <WithClaims view={view} action={doing.action} onClose={onClose} />
  }
}

const dayMs = 86_400_000

/** Free places may change meanwhile: these two follow the claims of the site. */
function WithClaims({
  view,
  action,
  onClose,
}: {
  view: ReservationView
  action: 'extend' | 'changeDevice'
  onClose: () => void
}) {
  const span = { start: view.start, end: new Date(Date.parse(view.end) + dayMs).toISOString() }
  const moved = useChangeCounter(useWatch(claims, { siteId: view.site.id, ...span }), 'claim')
  return action === 'extend' ? (
    <ExtendDialog view={view} moved={moved} onClose={onClose} />
  ) : (
    <ChangeDialog view={view} moved={moved} onClose={onClose} />
  )
}
