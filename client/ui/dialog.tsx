import { ActionIcon } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useT } from '../i18n/i18n.ts'
import classes from './dialog.module.css'
import { Icon } from './icons.tsx'

interface DialogProps {
  title: string
  /** What it is about, under the title. */
  lead?: ReactNode
  children?: ReactNode
  /** Buttons: the way out first, what does it last. */
  foot?: ReactNode
  onClose: () => void
  /** Enter in a field and a button of type submit. */
  onSubmit?: () => void
}

/** A form above the page, a sheet on the phone. It stands as long as it is drawn: Escape and the cross ask to close it. */
export function Dialog({ title, lead, children, foot, onClose, onSubmit }: DialogProps) {
  const t = useT()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const leadId = useId()
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
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
            <h2 id={titleId}>{title}</h2>
            {lead !== undefined && <p id={leadId}>{lead}</p>}
          </div>
          <ActionIcon aria-label={t('ui.close')} onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
        </div>
        <div className={classes.body}>{children}</div>
        {foot !== undefined && <div className={classes.foot}>{foot}</div>}
      </form>
    </dialog>
  )
}
