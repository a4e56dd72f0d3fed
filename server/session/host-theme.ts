import type { Knex } from 'knex'
import type { Context } from '../kernel/context.ts'

const keptMs = 60_000

/** Returns the theme of the tenant that a host name belongs to, or null. */
export async function themeOfHost(knex: Knex, host: string): Promise<string | null> {
  const row: unknown = await knex('tenant_hosts as h')
    .join('tenants as t', 't.id', 'h.tenant_id')
    .where('h.host', host.toLowerCase())
    .timeout(2_000)
    .first('t.theme')
  return (row as { theme: string } | undefined)?.theme ?? null
}

/**
 * Themes for the first paint of a page. A page never waits for the database: until a host's theme is known it has the
 * default theme, and a cached one may be a minute old. Only hosts of tenants are cached, so the cache stays small.
 */
export function createHostThemes({
  knex,
  config,
  log,
}: Pick<Context, 'knex' | 'config' | 'log'>): (host: string) => string {
  const fallback = plain(config.theme) ?? 'holdfast'
  const known = new Map<string, string>()
  let readAt = Number.NEGATIVE_INFINITY
  const read = async (): Promise<void> => {
    const rows = (await knex('tenant_hosts as h')
      .join('tenants as t', 't.id', 'h.tenant_id')
      .timeout(2_000)
      .select('h.host', 't.theme')) as { host: string; theme: string }[]
    known.clear()
    for (const { host, theme } of rows) known.set(host, plain(theme) ?? fallback)
  }
  return (host) => {
    const now = Date.now()
    if (now - readAt > keptMs) {
      readAt = now
      read().catch((error: unknown) => log.warn({ err: error }, 'themes of the hosts are not known'))
    }
    return known.get(host.toLowerCase()) ?? fallback
  }
}

/** Returns the name if it is safe in a page, or null. */
function plain(theme: string): string | null {
  return /^[a-z][a-z-]*$/.test(theme) ? theme : null
}
