import { Popover } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { AccountActions, AccountHead } from './AccountActions.tsx'
import { AccountFacts } from './AccountFacts.tsx'
import type { Account } from './account.ts'
import { UserButton } from './UserButton.tsx'
import classes from './UserMenu.module.css'

export interface UserMenuProps {
  user: Account
  onLogout: () => void
}

/** The button with its menu: who I am, with which rights and balance; help; logout. */
export function UserPopover({ user, onLogout, open: first }: UserMenuProps & { open: boolean }) {
  const t = useT()
  const [open, setOpen] = useState(first)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={340} shadow="lg" trapFocus returnFocus>
      <Popover.Target>
        <UserButton user={user} onClick={() => setOpen(!open)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''} aria-label={t('shell.user.menu', { name: user.name })}>
        <AccountHead user={user} />
        <AccountFacts user={user} onNavigate={() => setOpen(false)} />
        <AccountActions onLogout={onLogout} onNavigate={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
