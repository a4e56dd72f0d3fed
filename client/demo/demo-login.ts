import { type Role, roles } from '../../contract/features.ts'
import type { AppConfig } from '../../contract/session.ts'
import { t } from '../i18n/i18n.ts'
import { config } from '../shell/config.ts'
import type { IconName } from '../ui/icons.tsx'

export type DemoLogin = AppConfig['demo'][number]

const icons: Readonly<Record<string, IconName>> = {
  Visitor: 'user',
  'Reservation Manager': 'dashboard',
  'Super Reservation Manager': 'dashboard',
  Admin: 'key',
  Support: 'help',
}

export const demoIcon = (login: DemoLogin): IconName => icons[login.role] ?? 'user'

/** Returns the role of a demo login in the current language; an unknown one unchanged. */
export function demoRole({ role }: DemoLogin): string {
  const known = roles.find((each) => each === role) as Role | undefined
  if (known) return t(`shell.role.${known}`)
  if (role === 'Super Reservation Manager') return t('shell.role.Super Reservation Manager')
  if (role === 'Second visitor') return t('session.demo.secondVisitor')
  return role === 'Manager of another customer' ? t('session.demo.otherManager') : role
}

/** Returns the address of the login page that fills in this demo login, in the right application. */
export function demoAddress(login: DemoLogin): { readonly href: string; readonly here: boolean } {
  const { app, adminUrl, portalUrl } = config.current
  const here = login.app === app
  const host = here ? '' : (login.app === 'admin' ? adminUrl : portalUrl).replace(/\/$/, '')
  return { href: `${host}/users/login?demo=${encodeURIComponent(login.login)}`, here }
}
