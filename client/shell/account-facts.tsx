import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { mayAccess } from '../../contract/features.ts'
import { formatEuros } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { session } from '../stores/session.ts'
import { type Account, roleOf } from './account.ts'
import classes from './account-facts.module.css'
import { config } from './config.ts'
import { pageOf, usePages } from './pages.ts'

interface AccountFactsProps {
  user: Account
  withVersion?: boolean
  onNavigate?: () => void
}

/** Who is signed in and as what: role, company, zones (if they have any), balance (a link to the credit page, for people who have one), version. */
export function AccountFacts({ user, withVersion = true, onNavigate }: AccountFactsProps) {
  const t = useT()
  const pages = usePages()
  const { features } = useSnapshot(session)
  const held = new Set<string>(features)
  const balance = formatEuros(user.balanceCents)
  const zones = user.role === 'Admin' ? t('shell.user.allZones') : user.zones.map(({ name }) => name).join(', ')
  const facts: [string, ReactNode][] = [
    [t('shell.user.role'), roleOf(user, t)],
    ...(user.tenant ? [[t('common.tenant'), user.tenant.name] as [string, ReactNode]] : []),
    ...(zones === '' ? [] : [[t('common.zones'), zones] as [string, ReactNode]]),
    [
      t('shell.user.balance'),
      mayAccess(pageOf('/credit', pages)?.access ?? [], held) ? (
        <Link key="credit" to="/credit" onClick={() => onNavigate?.()}>
          {balance}
        </Link>
      ) : (
        balance
      ),
    ],
    ...(withVersion ? [[t('common.version'), config.current.version] as [string, ReactNode]] : []),
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div className={classes.factsBlock} key={name}>
          <dt className={classes.factsTerm}>{name}</dt>
          <dd className={classes.factsValue}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
