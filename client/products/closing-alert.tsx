import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Refusal } from '../../contract/refusals.ts'
import type { CommandForm, FormValues } from '../forms/use-command-form.tsx'
import { useField } from '../forms/use-field.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import classes from './products.module.css'

interface ClosingAlertProps<V extends FormValues> {
  form: CommandForm<V>
  /** What is closed is known; until then it cannot be confirmed. */
  known: boolean
  refusal: Refusal<string> | null
  /** Returns whether the value of the field `closing` confirms what is closed now. */
  confirms: (value: unknown) => boolean
  /** Returns the value of the field for a decision. */
  valueOf: (confirmed: boolean) => unknown
  /** What is closed. */
  children: ReactNode
}

/** What a save switches off, to be confirmed first (ADM-25). */
export function ClosingAlert<V extends FormValues>(props: ClosingAlertProps<V>) {
  const { form, known, refusal, confirms, valueOf, children } = props
  const t = useT()
  const { value, set, input } = useField({ form, path: 'closing' })
  return (
    <Alert severity="warning" title={t('products.closing.title')}>
      <div className={classes.closing}>
        {refusal && <p className={classes.line}>{refusalText(refusal)}</p>}
        {known ? children : refusal === null && <p className={classes.line}>{t('ui.loading')}</p>}
        <Checkbox
          label={input.label}
          data-path={input['data-path']}
          error={input.error}
          disabled={!known}
          checked={confirms(value)}
          onChange={(event) => set(valueOf(event.currentTarget.checked))}
        />
      </div>
    </Alert>
  )
}
