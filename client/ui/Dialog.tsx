import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './confirm.module.css'

interface DialogProps {
  title: string
  /** What it is about, under the title. */
  text?: ReactNode
  /** Fields and notices. */
  children?: ReactNode
  /** The way out first, what does it last. */
  buttons: ReactNode
  /** Wide enough for lists and codes. */
  wide?: boolean
  onClose: () => void
  onSubmit?: () => void
}

/** A modal form over the page: keeps the focus inside, Escape closes it, Enter sends it. It stands as long as it is drawn. */
export function Dialog({ title, text, children, buttons, wide = false, onClose, onSubmit }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const textId = useId()
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
      data-wide={wide || undefined}
      aria-labelledby={titleId}
      {...(text === undefined ? {} : { 'aria-describedby': textId })}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <form onSubmit={submit} noValidate>
        <h2 id={titleId}>{title}</h2>
        {text !== undefined && <p id={textId}>{text}</p>}
        <div className={classes.content}>{children}</div>
        <div className={classes.buttons}>{buttons}</div>
      </form>
    </dialog>
  )
}
