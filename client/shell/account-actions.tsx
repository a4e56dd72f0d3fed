import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { type Account, initials } from './account.ts'
import { helpLinks } from './links.ts'
import { SmartLink } from './smart-link.tsx'
import classes from './user-menu.module.css'

/** The way to the profile, help links and logout, as the user menu and the phone's menu sheet both end. */
export function AccountActions({ onLogout, onNavigate }: { onLogout: () => void; onNavigate: () => void }) {
  const t = useT()
  const links = helpLinks()
  return (
    <div className={classes.actions}>
      <Link to="/profile" onClick={onNavigate}>
        <Icon name="user" />
        {t('profile.open')}
      </Link>
      <SmartLink href={links.faq} onClick={onNavigate}>
        <Icon name="help" />
        {t('common.faq')}
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
