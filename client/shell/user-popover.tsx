import { Popover } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import type { Account } from './account.ts'
import { AccountActions, AccountHead } from './account-actions.tsx'
import { AccountFacts } from './account-facts.tsx'
import { UserButton } from './user-button.tsx'
import classes from './user-menu.module.css'

export interface UserMenuProps {
  user: Account
  onLogout: () => void
}

/** The button with its menu: the person with rights and balance; help; logout. */
export function UserPopover({ user, onLogout, open: first }: UserMenuProps & { open: boolean }) {
  const t = useT()
  const [open, setOpen] = useState(first)
  const button = useRef<HTMLButtonElement>(null)
  const left = useRef(false)
  // By itself the menu receives keys only while it has the focus, which comes a moment after it is shown.
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'Escape' || !open) return
    setOpen(false)
    left.current = true
    button.current?.focus()
  })
  // The closing menu may have the focus, and would take it away with it.
  const gone = () => {
    if (left.current) button.current?.focus()
    left.current = false
  }
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      closeOnEscape={false}
      onExitTransitionEnd={gone}
      position="bottom-end"
      width={340}
      shadow="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UserButton ref={button} user={user} onClick={() => setOpen(!open)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''} aria-label={t('shell.user.menu', { name: user.name })}>
        <AccountHead user={user} />
        <AccountFacts user={user} onNavigate={() => setOpen(false)} />
        <AccountActions onLogout={onLogout} onNavigate={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
