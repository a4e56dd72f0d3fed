import type { DemoLogin } from '../db/seeds/demo-logins.ts'
import type { Addresses } from './kernel/context.ts'

export interface Greeting {
  addresses: Addresses
  demo: { logins: readonly DemoLogin[]; guestToken: string | null } | null
  setupToken: string | null
  version: string
  seconds: number
}

/** What the person at the terminal needs: where it is, how to sign in, what to try first. */
export function greeting({ addresses, demo, setupToken, version, seconds }: Greeting): string {
  const lines = [
    '',
    `  Holdfast ${version} is ready (${seconds.toFixed(1)} s)`,
    '',
    `  Portal           ${addresses.portal}`,
    `  Administration   ${addresses.admin}`,
  ]
  if (setupToken) {
    lines.push(
      '',
      '  There is no administrator yet. Make the first one at',
      `    ${addresses.admin}/setup`,
      `  with this one-time token: ${setupToken}`,
    )
  }
  if (demo) {
    const width = Math.max(...demo.logins.map((login) => login.login.length))
    lines.push('', '  Demo logins')
    for (const { role, login, password, app } of demo.logins) {
      lines.push(
        `    ${role.padEnd(28)} ${login.padEnd(width)}  ${password}${app === 'admin' ? '   (administration)' : ''}`,
      )
    }
    if (demo.guestToken) lines.push(`    ${'Guest'.padEnd(28)} ${addresses.portal}/eticket/${demo.guestToken}`)
    lines.push(
      '',
      '  What to try first',
      `    1. ${addresses.portal}/reservations/add as Visitor: take a place and pay; the Second visitor sees it taken, live.`,
      `    2. ${addresses.portal}/malfunctions as Reservation Manager: what is wrong now, live.`,
      `    3. ${addresses.portal}/smart-remote: open a bike box and watch the command arrive.`,
      '    4. In a second terminal: npm run device -- list',
      '       and break one: npm run device -- <hardware id> jam',
      '    5. Cut a gateway off: npm run device -- FRW-02 uplink off',
      '       The PIN of the Visitor for Box 02 still opens: npm run device -- FRW-02 pin <PIN>',
    )
  }
  lines.push('', '  Ctrl-C stops it. The data stay.', '')
  return lines.join('\n')
}

export function greet(greetingOf: Greeting): void {
  process.stdout.write(`${greeting(greetingOf)}\n`)
}
