import { Button, Loader, Tooltip, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { Icon, type IconName } from './icons.tsx'
import classes from './reason-button.module.css'

interface ReasonButtonProps {
  icon: IconName
  children: string
  /** Accessible name, if the label needs its context. */
  label?: string
  /** The reason why it is disabled, as a sentence; null = enabled. */
  reason: string | null
  busy?: boolean
  /** 'brand' for the primary action, 'error' for destructive ones. */
  tone?: 'brand' | 'error' | undefined
  onAct?: () => void
  /** Submits its form. */
  submit?: boolean
  /** It stands in a dialog, which hides what is drawn elsewhere. */
  inDialog?: boolean
}

/** A button that can be focused and touched while disabled, and then shows the reason. */
export function ReasonButton({
  icon,
  children,
  label,
  reason,
  busy = false,
  tone,
  onAct,
  submit = false,
  inDialog = false,
}: ReasonButtonProps) {
  const reasonId = useId()
  const off = reason !== null
  return (
    <>
      <Tooltip label={reason} disabled={!off} withinPortal={!inDialog} multiline maw={280}>
        <Button
          className={classes.button ?? ''}
          type={submit && !off && !busy ? 'submit' : 'button'}
          {...(label === undefined ? {} : { 'aria-label': label })}
          aria-busy={busy}
          {...(off || busy ? { 'aria-disabled': true } : {})}
          {...(off ? { 'data-off': true, 'aria-describedby': reasonId } : {})}
          {...(off || tone === undefined ? { variant: 'default' } : { variant: 'light', color: tone })}
          leftSection={busy ? <Loader size={18} color="currentColor" /> : <Icon name={icon} size={20} />}
          onClick={() => {
            if (!off && !busy) onAct?.()
          }}
        >
          {children}
        </Button>
      </Tooltip>
      {off && <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>}
    </>
  )
}
