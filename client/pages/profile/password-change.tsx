import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod'
import type { Refusal } from '../../../contract/refusals.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { http } from '../../link/http.ts'
import { confirmFirst } from '../../security/confirm-identity.ts'
import { Alert } from '../../ui/alert.tsx'
import { notify } from '../../ui/notify.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import classes from './profile.module.css'

const names = ['oldPassword', 'newPassword', 'repeated'] as const
type Name = (typeof names)[number]
const empty = { oldPassword: '', newPassword: '', repeated: '' }

/** Changes the password; the old one is asked for where there is one (ACC-8). */
export function PasswordChange({ hasPassword, onChanged }: { hasPassword: boolean; onChanged: () => void }) {
  const t = useT()
  const [values, setValues] = useState(empty)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({})
  const shown = names.filter((name) => hasPassword || name !== 'oldPassword')
  const problems = refusal?.fields ?? []
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = shown.find((name) => values[name] === '')
    if (busy) return
    if (missing) {
      setRefusal({ code: 'bad-input', fields: [{ path: missing, issue: 'field-required' }] })
      return inputs.current[missing]?.focus()
    }
    setBusy(true)
    setRefusal(null)
    const answer = await confirmFirst(() =>
      http('POST', '/users/change_password', { body: values, answer: z.unknown() }),
    )
    setBusy(false)
    if (answer.ok) {
      setValues(empty)
      notify.success(t('profile.password.changed'), { id: 'password' })
      return onChanged()
    }
    setRefusal(answer.refusal)
    const failing = shown.find((name) => answer.refusal.fields?.some(({ path }) => path === name))
    if (failing) inputs.current[failing]?.focus()
  }
  const labels = {
    oldPassword: t('profile.password.old'),
    newPassword: t('password.new'),
    repeated: t('profile.password.repeated'),
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      {refusal && problems.length === 0 && <Alert severity="error">{refusalText(refusal)}</Alert>}
      {shown.map((name) => {
        const problem = problems.find(({ path }) => path === name)
        return (
          <PasswordField
            key={name}
            ref={(input) => {
              inputs.current[name] = input
            }}
            label={labels[name]}
            description={name === 'newPassword' ? t('profile.password.rule') : undefined}
            autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
            maxLength={1024}
            value={values[name]}
            error={
              problem && refusalText({ code: problem.issue, ...(problem.params ? { params: problem.params } : {}) })
            }
            onChange={({ currentTarget }) => setValues((before) => ({ ...before, [name]: currentTarget.value }))}
          />
        )
      })}
      <div>
        <ReasonButton icon="check" tone="brand" submit busy={busy} reason={null}>
          {t('profile.password.change')}
        </ReasonButton>
      </div>
    </form>
  )
}
