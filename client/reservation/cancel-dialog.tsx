import { useRef, useState, useSyncExternalStore } from 'react'
import type { BookedView } from '../../contract/reservations/view.ts'
import { cancel } from '../../contract/reservations.ts'
import { CommandAlert } from '../commands/command-alert.tsx'
import { useCommand } from '../commands/use-command.ts'
import { formatEuros, formatSpan } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { send } from '../link/send.ts'
import { Alert } from '../ui/alert.tsx'
import { onTick, serverNow } from '../ui/clock.ts'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notify.tsx'
import classes from './cancel-dialog.module.css'
import { refundNow } from './refund-now.ts'

const everySecond = (listener: () => void) => onTick(1_000, listener)

/** Cancels with an exact refund: the amount on the button is sent, and no other is accepted. */
export function CancelDialog({ view, onClose }: { view: BookedView; onClose: () => void }) {
  const t = useT()
  const due = useSyncExternalStore(everySecond, () => refundNow(view, serverNow()))
  // The server's amount counts more than this device's clock.
  const [said, setSaid] = useState<number | null>(null)
  const back = said ?? due
  const [shown] = useState(back)
  const sent = useRef(back)
  const amount = formatEuros(back)
  const errand = useCommand(view.state === 'STORNO', () => {
    notify.success(
      sent.current > 0
        ? t('reservations.cancel.done', { amount: formatEuros(sent.current) })
        : t('reservations.cancel.done.nothing'),
    )
    onClose()
  })
  const submit = () => {
    sent.current = back
    return errand.run(async () => {
      const answer = await send(cancel, { reservationId: view.id, refundCents: back })
      const other = answer.ok ? undefined : answer.refusal.params?.['refundCents']
      if (typeof other === 'number') setSaid(other)
      return answer
    })
  }
  return (
    <Dialog
      title={t('reservations.cancel.title')}
      lead={`${view.device.name} · ${formatSpan(view.start, view.end, view.site.timeZone)}`}
      onClose={onClose}
      onSubmit={() => void submit()}
      cancel={t('reservations.cancel.keep')}
      act={{
        label: back > 0 ? t('reservations.cancel.act', { amount }) : t('reservations.cancel.act.nothing'),
        color: 'error',
        busy: errand.busy,
      }}
    >
      <p className={classes.plain}>
        {view.paidCents === 0
          ? t('reservations.cancel.free')
          : back === 0
            ? t('reservations.cancel.nothing', { paid: formatEuros(view.paidCents) })
            : t('reservations.cancel.back', { amount, paid: formatEuros(view.paidCents) })}
      </p>
      {view.displacements.length > 0 && back > 0 && <p className={classes.plain}>{t('displacement.refund.why')}</p>}
      {view.follows !== null && <p className={classes.plain}>{t('reservations.cancel.extension')}</p>}
      {view.children.length > 0 && (
        <p className={classes.plain}>{t('reservations.cancel.children', { count: view.children.length })}</p>
      )}
      {back !== shown && errand.state.kind === 'idle' && (
        <Alert severity="warning">{t('reservations.cancel.changed', { amount })}</Alert>
      )}
      <CommandAlert state={errand.state} title={t('reservations.cancel.failed')} />
    </Dialog>
  )
}
