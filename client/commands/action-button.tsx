import { ActionIcon, Button, Loader, Tooltip, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import type { Action } from '../../machines/device.ts'
import { type ActionRefusal, type ActionState, actionIcons } from '../devices/actions.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './commands.module.css'

/** Returns a refusal of an action as a sentence. */
export function useActionRefusal(): (refusal: ActionRefusal, action: Action) => string {
  const t = useT()
  return (refusal, action) => {
    if (refusal === 'no-connection') return t('control.reason.no-connection')
    return refusal === 'already-in-state' ? t('devices.already', { action }) : refusalText({ code: refusal })
  }
}

interface ActionButtonProps extends ActionState {
  device: string
  busy: boolean
  onAct: (action: Action) => void
  /** 'word' = large with a label, 'icon' = only the icon, the name in the tooltip. */
  look: 'word' | 'icon'
}

/**
 * One action of a device. A disabled button can still be focused and touched, and gives the reason in its tooltip and description.
 */
export function ActionButton({ action, refusal, device, busy, onAct, look }: ActionButtonProps) {
  const t = useT()
  const reasonOf = useActionRefusal()
  const reasonId = useId()
  const off = refusal !== null
  const reason = off ? reasonOf(refusal, action) : null
  const common = {
    'aria-label': t(`control.do.${action}`, { device }),
    'aria-busy': busy,
    ...(off || busy ? { 'aria-disabled': true } : {}),
    ...(off ? { 'data-off': true, 'aria-describedby': reasonId } : {}),
    onClick: () => {
      if (!off && !busy) onAct(action)
    },
  }
  const icon = busy ? <Loader size={18} color="currentColor" /> : <Icon name={actionIcons[action]} size={20} />
  return (
    <>
      <Tooltip label={reason ?? t(`control.${action}`)} disabled={look === 'word' && !off} multiline maw={280}>
        {look === 'word' ? (
          <Button
            {...common}
            className={classes.action ?? ''}
            variant={off ? 'default' : 'light'}
            color="brand"
            leftSection={icon}
          >
            {t(`control.${action}`)}
          </Button>
        ) : (
          <ActionIcon {...common} className={classes.iconAction ?? ''} variant="default">
            {icon}
          </ActionIcon>
        )}
      </Tooltip>
      {off && <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>}
    </>
  )
}
