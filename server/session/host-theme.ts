import type { Knex } from 'knex'
import type { Context } from '../kernel/context.ts'

const keptMs = 60_000

/** The address of a page. */
export interface PageAddress {
  readonly hostname: string
  readonly path: string
}

/** Returns the login path in an address such as /users/login/harbour, in lower case, or null. */
export function loginPathOf(path: string): string | null {
  return /^\/users\/(?:login|register)\/([a-z0-9-]{1,45})\/?$/i.exec(path)?.[1]?.toLowerCase() ?? null
}

/** Selects the id of the tenant whose login page it is, else of the tenant that the host belongs to. A chosen path takes precedence over a prefix. */
export function tenantOfPage(knex: Knex, { hostname, path }: PageAddress): Knex.QueryBuilder {
  const loginPath = loginPathOf(path)
  return knex('tenants as t')
    .leftJoin('tenant_hosts as h', (on) => on.on('h.tenant_id', 't.id').andOnVal('h.host', hostname.toLowerCase()))
    .whereNotNull('h.host')
    .orWhereRaw('t.login_path = ? or lower(t.prefix) = ?', [loginPath, loginPath])
    .orderByRaw('coalesce(t.login_path = ?, false) desc, coalesce(lower(t.prefix) = ?, false) desc, t.id', [
      loginPath,
      loginPath,
    ])
    .limit(1)
    .select('t.id')
}

/** Returns the theme of the page's tenant, or null. */
export async function themeOfPage(knex: Knex, page: PageAddress): Promise<string | null> {
  const tenant = (await knex('tenants').where('id', tenantOfPage(knex, page)).timeout(2_000).first('theme')) as
    | { theme: string }
    | undefined
  return tenant?.theme ?? null
}

/**
 * Themes for the first paint of a page. A page never waits for the database: until a theme is known the page has the
 * default theme, and a cached one may be a minute old. Only hosts, prefixes and login paths of tenants are cached, so the cache stays small.
 */
export function createHostThemes({
  knex,
  config,
  log,
}: Pick<Context, 'knex' | 'config' | 'log'>): (page: PageAddress) => string {
  const fallback = plain(config.theme) ?? 'holdfast'
  const known = new Map<string, string>()
  let readAt = Number.NEGATIVE_INFINITY
  const read = async (): Promise<void> => {
    const rows = (await knex('tenants as t')
      .leftJoin('tenant_hosts as h', 'h.tenant_id', 't.id')
      .timeout(2_000)
      .select('h.host', 't.login_path', 't.prefix', 't.theme')) as {
      host: string | null
      login_path: string | null
      prefix: string
      theme: string
    }[]
    known.clear()
    for (const { prefix, theme } of rows) known.set(`/${prefix.toLowerCase()}`, plain(theme) ?? fallback)
    for (const { host, login_path, theme } of rows) {
      if (host !== null) known.set(host, plain(theme) ?? fallback)
      if (login_path !== null) known.set(`/${login_path}`, plain(theme) ?? fallback)
    }
  }
  return ({ hostname, path }) => {
    const now = Date.now()
    if (now - readAt > keptMs) {
      readAt = now
      read().catch((error: unknown) => log.warn({ err: error }, 'themes of the hosts are not known'))
    }
    return known.get(`/${loginPathOf(path)}`) ?? known.get(hostname.toLowerCase()) ?? fallback
  }
}

/** Returns the name if it is safe in a page, or null. */
function plain(theme: string): string | null {
  return /^[a-z][a-z-]*$/.test(theme) ? theme : null
}
