import { proxy } from 'valtio'
import { defaultTheme, themeOf } from './themes.ts'
import type { ThemeSeed } from './tokens.ts'

/** The theme on screen: the host's (app-config.json) until login, then the tenant's if it has one. */
export const theme = proxy<{ host: string; tenant: string | null }>({ host: defaultTheme, tenant: null })

/** Returns the seeds of the current theme: tenant before host, default for unknown names. Pure. */
export function themeFor(names: { readonly host: string; readonly tenant: string | null }): ThemeSeed {
  return themeOf(names.tenant ?? names.host)
}

/** The product name on screen and in the browser tab. */
export function productName(): string {
  return themeFor(theme).product
}
