import { Button, Loader, Tooltip, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { Icon, type IconName } from './icons.tsx'
import classes from './reason-button.module.css'

interface ReasonButtonProps {
  icon: IconName
  children: string
  /** Name for people who cannot see what it stands beside. */
  label?: string
  /** Why it is off, as a sentence; null = it works. */
  reason: string | null
  busy?: boolean
  /** 'brand' for the main thing to do, 'error' for what takes something away. */
  tone?: 'brand' | 'error' | undefined
  onAct?: () => void
  /** Sends the form around it. */
  submit?: boolean
  /** It stands in a dialog, which hides what is drawn elsewhere. */
  inDialog?: boolean
}

/** A button that, when it is off, can still be focused and touched and tells the reason. */
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
