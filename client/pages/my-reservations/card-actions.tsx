import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { actionIcons, actionRefusal, type CardAction, cardActions } from '../../reservation/actions.ts'
import type { Stay } from '../../reservation/stays.ts'
import { connection } from '../../stores/connection.ts'
import { onTick, serverNow } from '../../ui/clock.ts'
import { ReasonButton } from '../../ui/reason-button.tsx'
import { OpenButton } from './open-button.tsx'
import classes from './reservations.module.css'

const everySecond = (listener: () => void) => onTick(1_000, listener)

interface CardActionsProps {
  stay: Stay
  onAct: (action: CardAction) => void
}

/** The actions of a stay. Disabled ones say why. */
export function CardActions({ stay, onAct }: CardActionsProps) {
  const t = useT()
  const { device } = stay[0]
  return (
    <div className={classes.actions} role="group" aria-label={t('reservations.actions', { device: device.name })}>
      <OpenButton stay={stay} />
      {cardActions.map((action) => (
        <Act key={action} action={action} stay={stay} onAct={onAct} />
      ))}
    </div>
  )
}

function Act({ action, stay, onAct }: CardActionsProps & { action: CardAction }) {
  const t = useT()
  const { carries } = useSnapshot(connection)
  const refusal = useSyncExternalStore(everySecond, () => actionRefusal(action, stay, serverNow(), carries))
  const reason =
    refusal === null ? null : refusal === 'no-connection' ? t('reservations.offline') : refusalText({ code: refusal })
  return (
    <ReasonButton
      icon={actionIcons[action]}
      label={t(`reservations.do.${action}`, { device: stay[0].device.name })}
      reason={reason}
      tone={action === 'extend' ? 'brand' : undefined}
      onAct={() => onAct(action)}
    >
      {t(`reservations.${action}`)}
    </ReasonButton>
  )
}
