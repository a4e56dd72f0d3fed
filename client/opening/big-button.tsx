import { Loader } from '@mantine/core'
import { useId } from 'react'
import { Icon, type IconName } from '../ui/icons.tsx'
import classes from './opening.module.css'

interface BigButtonProps {
  icon: IconName
  children: string
  /** Its accessible name, if the label alone does not say what it moves. */
  label?: string | undefined
  /** Why it is disabled, as a sentence below it; null = enabled. */
  reason: string | null
  /** The reason is shown elsewhere on the screen: only for screen readers. */
  quiet?: boolean
  busy?: boolean
  look: 'main' | 'door' | 'second'
  onAct: () => void
}

/** A large touch button. Disabled, it can still be focused and gives the reason. */
export function BigButton({ icon, children, label, reason, quiet, busy = false, look, onAct }: BigButtonProps) {
  const reasonId = useId()
  const off = reason !== null
  return (
    <div className={classes.big}>
      <button
        type="button"
        className={classes.button}
        data-look={look}
        data-off={(off && !busy) || undefined}
        {...(label === undefined ? {} : { 'aria-label': label })}
        aria-busy={busy}
        {...(off || busy ? { 'aria-disabled': true } : {})}
        {...(off ? { 'aria-describedby': reasonId } : {})}
        onClick={() => {
          if (!off && !busy) onAct()
        }}
      >
        {busy ? (
          <Loader size={24} color="currentColor" />
        ) : (
          <Icon className={classes.buttonIcon} name={icon} size={26} />
        )}
        <span className={classes.buttonPart}>{children}</span>
      </button>
      {off && (
        <p id={reasonId} className={classes.reason} data-quiet={quiet || undefined}>
          {reason}
        </p>
      )}
    </div>
  )
}
