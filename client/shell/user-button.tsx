import { UnstyledButton } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { type Account, initials, roleOf } from './account.ts'
import classes from './user-menu.module.css'

/** Opens the account menu; shows who is logged in. */
export function UserButton({ user, ...props }: ComponentPropsWithRef<'button'> & { user: Account }) {
  const t = useT()
  return (
    <UnstyledButton {...props} className={classes.target ?? ''} aria-label={t('shell.user.menu', { name: user.name })}>
      <span className={classes.sign} aria-hidden="true">
        {initials(user.name)}
      </span>
      <span className={classes.who}>
        <strong>{user.name}</strong>
        <span className={classes.whoPart}>{roleOf(user, t)}</span>
      </span>
      <Icon className={classes.targetIcon} name="chevronDown" size={18} />
    </UnstyledButton>
  )
}
