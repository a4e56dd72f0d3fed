import type { PasswordInputProps } from '@mantine/core'
import { passwordFits } from '../../../machines/password.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { PasswordField } from '../../ui/password-field.tsx'

/** A new password, typed twice. */
export interface NewPassword {
  password: string
  again: string
}
export const noPassword: NewPassword = { password: '', again: '' }

/** Returns what is wrong with it, by field. The server also refuses common ones. */
export function passwordProblems({ password, again }: NewPassword): Partial<Record<keyof NewPassword, string>> {
  if (password === '') return { password: t('ui.field.required') }
  if (!passwordFits(password, 'new')) return { password: t('session.setup.passwordHint') }
  return again === password ? {} : { again: t('password.different') }
}

interface NewPasswordProps {
  /** What the form passes to an input. */
  propsOf: (field: keyof NewPassword) => PasswordInputProps
}

/** The two fields of a new password. */
export function NewPasswordFields({ propsOf }: NewPasswordProps) {
  const t = useT()
  const password = propsOf('password')
  return (
    <>
      <PasswordField
        label={t('password.new')}
        description={t('session.setup.passwordHint')}
        autoComplete="new-password"
        {...password}
      />
      <PasswordField label={t('password.again')} autoComplete="new-password" {...propsOf('again')} />
    </>
  )
}
