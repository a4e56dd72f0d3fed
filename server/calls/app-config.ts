import { wireVersion } from '../../contract/envelope.ts'
import { appConfig } from '../../contract/session.ts'
import type { IdentityProvider } from '../../db/models/people.ts'
import { demoLogins } from '../../db/seeds/demo-logins.ts'
import type { HttpCall, Reply } from '../http/call.ts'
import { providerOfPage } from '../identity-providers/offered.ts'
import type { Context } from '../kernel/context.ts'
import { themeOfPage } from '../session/host-theme.ts'
import { setupNeeded } from '../session/setup.ts'

/** GET /app-config.json: what the client needs before sign-in, with the theme of the page's address (`?page=`). Works without the database too. */
export async function getAppConfig(call: HttpCall): Promise<Reply> {
  const { config, addresses, knex, log } = call.context
  let theme: string | null = null
  let provider: IdentityProvider | null = null
  try {
    const { page } = call.request.query
    const address = { hostname: call.request.hostname, path: typeof page === 'string' ? page : '' }
    theme = await themeOfPage(knex, address)
    provider = await providerOfPage(knex, address)
  } catch (error) {
    log.warn({ err: error }, 'cannot read the theme of the page')
  }
  return {
    json: appConfig.parse({
      version: config.version,
      wireVersion,
      theme: theme ?? config.theme,
      app: call.app,
      adminUrl: addresses.admin,
      portalUrl: addresses.portal,
      signIn: provider ? { label: provider.label } : null,
      setupNeeded: await stillNeeded(call.context),
      links: config.links,
      map: config.map,
      mailFolder: config.showsLogins ? config.mailDir : null,
      demo: config.showsLogins ? demoLogins : [],
    }),
  }
}

/** The first admin may have been created by another process. */
async function stillNeeded({ knex, log, setup }: Context): Promise<boolean> {
  if (setup.tokenHash === null) return false
  try {
    if (await setupNeeded(knex)) return true
    setup.tokenHash = null
    return false
  } catch (error) {
    log.warn({ err: error }, 'cannot tell whether an admin exists')
    return true
  }
}
