import { PasswordInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useT } from '../i18n/i18n.ts'

/** The input of a password or another secret, which can be shown. An error replaces the description, and screen readers hear of it. */
export function PasswordField({ error, description, ...more }: ComponentProps<typeof PasswordInput>) {
  const t = useT()
  return (
    <PasswordInput
      {...more}
      error={error}
      description={error ? undefined : description}
      aria-invalid={error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('ui.password.toggle') }}
    />
  )
}
