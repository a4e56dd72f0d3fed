import { formatEuros } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import classes from './AccountFacts.module.css'
import { type Account, roleKey } from './account.ts'
import { config } from './config.ts'

/** Who is signed in and as what: role, company, zones, balance, version. */
export function AccountFacts({ user, withVersion = true }: { user: Account; withVersion?: boolean }) {
  const t = useT()
  const zones = user.zones.map((zone) => zone.name)
  const facts: [string, string][] = [
    [t('shell.user.role'), t(roleKey(user))],
    ...(user.tenant ? [[t('shell.user.tenant'), user.tenant.name] as [string, string]] : []),
    [
      t('shell.user.zones'),
      zones.length > 0 ? zones.join(', ') : t(user.role === 'Admin' ? 'shell.user.allZones' : 'shell.user.noZones'),
    ],
    [t('shell.user.balance'), formatEuros(user.balanceCents)],
    ...(withVersion ? [[t('shell.user.version'), config.current.version] as [string, string]] : []),
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
