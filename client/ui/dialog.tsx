import { ActionIcon, Button } from '@mantine/core'
import { type FormEvent, isValidElement, type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react'
import { useT } from '../i18n/i18n.ts'
import type { ToneName } from '../theme/tokens.ts'
import classes from './dialog.module.css'
import { Icon, type IconName } from './icons.tsx'

interface DialogAct {
  /** A verb. */
  label: string
  /** 'error' for destructive or dangerous actions. */
  color?: ToneName
  icon?: IconName
  busy?: boolean
  disabled?: boolean
}

interface DialogProps {
  title: string
  /** Its subject, under the title. */
  lead?: ReactNode
  children?: ReactNode
  /** The submit button, beside the cancel button; false = no submit button. */
  act?: DialogAct | ReactElement | false
  /** Label of the cancel button if it is not "Cancel". */
  cancel?: string | undefined
  /** Replaces both buttons. */
  foot?: ReactNode
  onClose: () => void
  /** Called by Enter in a field and by the submit button. */
  onSubmit?: () => void
}

/**
 * A form above the page, a sheet on the phone. It is open while rendered: Escape and the cross call `onClose`. The
 * focus goes to the element with `data-autofocus`, otherwise to the first control.
 */
export function Dialog({ title, lead, children, act, cancel, foot, onClose, onSubmit }: DialogProps) {
  const t = useT()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const leadId = useId()
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSubmit?.()
  }
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      {...(lead === undefined ? {} : { 'aria-describedby': leadId })}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <form className={classes.content} onSubmit={submit} noValidate>
        <div className={classes.head}>
          <div>
            <h2 id={titleId} className={classes.title}>
              {title}
            </h2>
            {lead !== undefined && (
              <p id={leadId} className={classes.lead}>
                {lead}
              </p>
            )}
          </div>
          <ActionIcon aria-label={t('ui.close')} onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
        </div>
        {children && <div className={classes.body}>{children}</div>}
        {(foot !== undefined || act !== undefined) && (
          <div className={classes.foot}>
            {foot ?? (
              <>
                <Button variant="default" onClick={onClose} data-autofocus={!children || undefined}>
                  {cancel ?? t('ui.cancel')}
                </Button>
                {isValidElement(act) ? act : act && <ActButton {...act} />}
              </>
            )}
          </div>
        )}
      </form>
    </dialog>
  )
}

function ActButton({ label, color = 'brand', icon, busy = false, disabled = false }: DialogAct) {
  return (
    <Button
      type="submit"
      color={color}
      loading={busy}
      disabled={disabled}
      leftSection={icon && <Icon name={icon} size={20} />}
    >
      {label}
    </Button>
  )
}
