import type { AccessView } from '../../contract/control/own.ts'
import { formatEuros } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import { graceAt } from './grace.ts'
import { momentText } from './moment.ts'

interface GraceAlertProps {
  overstay: NonNullable<AccessView['overstay']>
  end: string
  now: number
  zone: string
}

/** The time is over and the place still occupied: until when it can still be opened, and what leaving now costs. */
export function GraceAlert({ overstay, end, now, zone }: GraceAlertProps) {
  const t = useT()
  const { cents, changes } = graceAt(overstay, now)
  const time = (at: string) => momentText(at, now, zone)
  const costs = (): string | null => {
    if (cents === null) return null
    const amount = formatEuros(cents)
    if (changes === null) return cents === 0 ? t('open.grace.free') : t('open.grace.cost', { amount })
    const later = { time: time(changes.at), after: formatEuros(changes.cents) }
    return cents === 0 ? t('open.grace.freeUntil', later) : t('open.grace.costUntil', { amount, ...later })
  }
  return (
    <Alert severity="warning" title={t('open.grace.title')}>
      {t('open.grace.text', { end: time(end), until: time(overstay.until) })} {costs()}
    </Alert>
  )
}
