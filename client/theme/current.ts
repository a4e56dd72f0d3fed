import { proxy } from 'valtio'
import { defaultTheme, themeOf } from './themes.ts'
import type { ThemeSeed } from './tokens.ts'

/** The theme on screen: the host's (app-config.json) until somebody logs in, then his tenant's if it has one. */
export const theme = proxy<{ host: string; tenant: string | null }>({ host: defaultTheme, tenant: null })

/** The seeds of the theme that counts: tenant before host, unknown names are the default. Pure. */
export function themeFor(names: { readonly host: string; readonly tenant: string | null }): ThemeSeed {
  return themeOf(names.tenant ?? names.host)
}

/** The name that the product bears on screen and in the browser tab. */
export function productName(): string {
  return themeFor(theme).product
}
