import type { FormEvent, ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Page } from '../ui/page.tsx'
import { ReasonButton } from '../ui/reason-button.tsx'
import { ChangedMeanwhile, type InWords } from './changed-meanwhile.tsx'
import { FormProblems } from './form-problems.tsx'
import classes from './forms.module.css'
import { mayLeave, useLeaveGuard } from './leave-guard.ts'
import type { CommandForm, FormValues } from './use-command-form.tsx'

interface Common<V extends FormValues> {
  readonly form: CommandForm<V>
  readonly title: string
  readonly lead?: ReactNode
  /** Label of the submit button; default "Save". */
  readonly act?: string
  /** Title of the alert after a refusal. */
  readonly failed?: string
  /** Names the values of references when somebody else changed the row. */
  readonly inWords?: InWords
  readonly children: ReactNode
}

interface FormPageProps<V extends FormValues> extends Common<V> {
  readonly back?: ReactNode
  /** Other actions on the row, such as delete. */
  readonly actions?: ReactNode
  /** What is known of the row beside its fields. */
  readonly aside?: ReactNode
  /** Who changed the row, below the form. */
  readonly history?: ReactNode
}

/** A form that fills a page. */
export function FormPage<V extends FormValues>({
  form,
  title,
  lead,
  act,
  failed,
  back,
  actions,
  aside,
  history,
  inWords,
  children,
}: FormPageProps<V>) {
  const t = useT()
  useLeaveGuard(form)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  return (
    <Page
      title={title}
      {...(lead === undefined ? {} : { lead })}
      {...(back === undefined ? {} : { back })}
      actions={actions}
    >
      <div className={classes.beside}>
        <form className={classes.form} onSubmit={submit} noValidate>
          <FormProblems form={form} failed={failed} />
          <ChangedMeanwhile form={form} inWords={inWords} />
          <div className={classes.fields}>{children}</div>
          {form.mode !== 'view' && (
            <div className={classes.foot}>
              <ReasonButton
                icon="check"
                tone="brand"
                submit
                busy={form.busy}
                reason={form.mode === 'edit' && !form.dirty ? t('forms.nothingChanged') : null}
              >
                {act ?? t('common.save')}
              </ReasonButton>
            </div>
          )}
        </form>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      {history}
    </Page>
  )
}

interface FormDialogProps<V extends FormValues> extends Common<V> {
  /** Why it cannot be sent now; null = it can. */
  readonly reason?: string | null
  readonly onClose: () => void
}

/** A form in a dialog. The cross, Escape and Cancel ask first if something would be lost. */
export function FormDialog<V extends FormValues>({
  form,
  title,
  lead,
  act,
  failed,
  reason,
  onClose,
  inWords,
  children,
}: FormDialogProps<V>) {
  const t = useT()
  const why = reason ?? (form.mode === 'edit' && !form.dirty ? t('forms.nothingChanged') : null)
  useLeaveGuard(form)
  const close = () => {
    void mayLeave(form).then((yes) => {
      if (yes) onClose()
    })
  }
  return (
    <Dialog
      title={title}
      {...(lead === undefined ? {} : { lead })}
      onClose={close}
      onSubmit={form.submit}
      cancel={form.mode === 'view' ? t('ui.close') : undefined}
      act={
        form.mode !== 'view' && why !== null ? (
          <ReasonButton icon="check" reason={why} inDialog>
            {act ?? t('common.save')}
          </ReasonButton>
        ) : (
          form.mode !== 'view' && { label: act ?? t('common.save'), busy: form.busy }
        )
      }
    >
      <FormProblems form={form} failed={failed} />
      <ChangedMeanwhile form={form} inWords={inWords} />
      {children}
    </Dialog>
  )
}

/** A form as part of a page, such as one of several settings. It stays after saving. */
export function FormSection<V extends FormValues>({
  form,
  act,
  failed,
  children,
}: Pick<Common<V>, 'form' | 'act' | 'failed' | 'children'>) {
  const t = useT()
  useLeaveGuard(form)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.dirty) form.submit()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormProblems form={form} failed={failed} />
      {children}
      <div className={classes.foot}>
        <ReasonButton
          icon="check"
          tone="brand"
          submit
          busy={form.busy}
          reason={form.dirty ? null : t('forms.nothingChanged')}
        >
          {act ?? t('common.save')}
        </ReasonButton>
      </div>
    </form>
  )
}
