import type { AppConfig } from '../../contract/session.ts'
import { theme } from '../theme/current.ts'

/** What the server told before anybody is signed in; the values here stand until it did. */
export const config: { current: AppConfig } = {
  current: {
    version: '',
    wireVersion: 0,
    theme: 'holdfast',
    app: 'portal',
    adminUrl: '',
    portalUrl: '',
    setupNeeded: false,
    links: { faq: '', imprint: '', support: '' },
    map: null,
    demo: [],
  },
}

/** Reads /app-config.json and takes over its theme. Throws when the server does not answer within 10 s or answers something else. */
export async function loadConfig(): Promise<AppConfig> {
  const answer = await fetch('/app-config.json', { signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`app-config.json: ${answer.status}`)
  config.current = (await answer.json()) as AppConfig
  theme.host = config.current.theme
  return config.current
}
