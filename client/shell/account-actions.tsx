import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { type Account, initials } from './account.ts'
import { helpLinks } from './links.ts'
import { SmartLink } from './smart-link.tsx'
import classes from './user-menu.module.css'

/** Profile, help (questions and answers, contact) and logout: the end of the user menu and of the phone's menu sheet. */
export function AccountActions({ onLogout, onNavigate }: { onLogout: () => void; onNavigate: () => void }) {
  const t = useT()
  const links = helpLinks()
  return (
    <div className={classes.actions}>
      <Link className={classes.action} to="/profile" onClick={onNavigate}>
        <Icon className={classes.actionsIcon} name="user" />
        {t('profile.open')}
      </Link>
      <SmartLink className={classes.action} href={links.faq} onClick={onNavigate}>
        <Icon className={classes.actionsIcon} name="help" />
        {t('common.faq')}
      </SmartLink>
      <Link className={classes.action} to="/contact" onClick={onNavigate}>
        <Icon className={classes.actionsIcon} name="phone" />
        {t('common.contactSupport')}
      </Link>
      <button className={classes.action} type="button" onClick={onLogout}>
        <Icon className={classes.actionsIcon} name="logout" />
        {t('shell.user.logout')}
      </button>
    </div>
  )
}

/** Name and address of the person, with the avatar. */
export function AccountHead({ user }: { user: Account }) {
  return (
    <div className={classes.head}>
      <span className={classes.sign} data-large aria-hidden="true">
        {initials(user.name)}
      </span>
      <div className={classes.headBlock}>
        <strong>{user.name}</strong>
        <span className={classes.headPart}>{user.email}</span>
      </div>
    </div>
  )
}
