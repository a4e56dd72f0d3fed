import type { ClosingFigures } from '../../contract/products.ts'
import { formatEuros } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import classes from './products.module.css'

/** Sentences, one a line. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <p key={line} className={classes.line}>
      {line}
    </p>
  ))
}

const withReservations = ['PAYMENT', 'LPR', 'GPS', 'SMS'] as const

/** What the loss of a product closes, in sentences. */
export function Consequences({ prefix, closing }: { prefix: string; closing: ClosingFigures }) {
  const t = useT()
  const { people, reservations, paidCents, holds, holdCents, recentCents } = closing
  const known = withReservations.find((each) => each === prefix)
  if (known === undefined) return <Lines lines={[t('products.closing.people', { people })]} />
  if (known !== 'PAYMENT') return <Lines lines={[t(`products.closing.${known}`, { reservations, people })]} />
  const lines = [t('products.closing.PAYMENT', { amount: formatEuros(recentCents) })]
  if (holds > 0) lines.push(t('products.closing.holds', { holds, amount: formatEuros(holdCents) }))
  if (reservations > 0) lines.push(t('products.closing.paid', { reservations, people, amount: formatEuros(paidCents) }))
  return <Lines lines={lines} />
}
