import { ActionIcon, Button } from '@mantine/core'
import { type FormEvent, isValidElement, type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react'
import { useT } from '../i18n/i18n.ts'
import type { ToneName } from '../theme/tokens.ts'
import classes from './dialog.module.css'
import { Icon, type IconName } from './icons.tsx'

interface DialogAct {
  /** A verb. */
  label: string
  /** 'error' for what destroys or endangers. */
  color?: ToneName
  icon?: IconName
  busy?: boolean
  disabled?: boolean
}

interface DialogProps {
  title: string
  /** What it is about, under the title. */
  lead?: ReactNode
  children?: ReactNode
  /** The button of type submit, beside the way out; false = nothing but the way out. */
  act?: DialogAct | ReactElement | false
  /** Word on the way out, if it is not "Cancel". */
  cancel?: string | undefined
  /** Buttons instead of the way out and the act. */
  foot?: ReactNode
  onClose: () => void
  /** Enter in a field and the button of the act. */
  onSubmit?: () => void
}

/**
 * A form above the page, a sheet on the phone. It stands as long as it is drawn: Escape and the cross ask to close it. The focus goes to
 * what is marked `data-autofocus`, else to the first control.
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
