import { Popover, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { AccountFacts } from './AccountFacts.tsx'
import { type Account, initials, roleKey } from './account.ts'
import { helpLinks } from './links.ts'
import { SmartLink } from './SmartLink.tsx'
import classes from './UserMenu.module.css'

/** Help links and logout, as the user menu and the phone's menu sheet both end. */
export function AccountActions({ onLogout, onNavigate }: { onLogout: () => void; onNavigate: () => void }) {
  const t = useT()
  const links = helpLinks()
  return (
    <div className={classes.actions}>
      <SmartLink href={links.faq} onClick={onNavigate}>
        <Icon name="help" />
        {t('shell.user.faq')}
      </SmartLink>
      {links.support !== null && (
        <SmartLink href={links.support} onClick={onNavigate}>
          <Icon name="send" />
          {t('shell.user.support')}
        </SmartLink>
      )}
      <button type="button" onClick={onLogout}>
        <Icon name="logout" />
        {t('shell.user.logout')}
      </button>
    </div>
  )
}

/** Name and address of the person, with the round sign. */
export function AccountHead({ user }: { user: Account }) {
  return (
    <div className={classes.head}>
      <span className={classes.sign} data-large aria-hidden="true">
        {initials(user.name)}
      </span>
      <div>
        <strong>{user.name}</strong>
        <span>{user.email}</span>
      </div>
    </div>
  )
}

/** Account menu of the header: who I am, with which rights and balance; help; logout. */
export function UserMenu({ user, onLogout }: { user: Account; onLogout: () => void }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={340} shadow="lg" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.target ?? ''}
          onClick={() => setOpen(!open)}
          aria-label={t('shell.user.menu', { name: user.name })}
        >
          <span className={classes.sign} aria-hidden="true">
            {initials(user.name)}
          </span>
          <span className={classes.who}>
            <strong>{user.name}</strong>
            <span>{t(roleKey(user))}</span>
          </span>
          <Icon name="chevronDown" size={18} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''} aria-label={t('shell.user.menu', { name: user.name })}>
        <AccountHead user={user} />
        <AccountFacts user={user} onNavigate={() => setOpen(false)} />
        <AccountActions onLogout={onLogout} onNavigate={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
