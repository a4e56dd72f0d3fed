import { Link } from '@tanstack/react-router'
import type { ReservationView, TransactionView } from '../../../contract/reservations/view.ts'
import { formatDateTime, formatEuros, formatSpan } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Money } from '../../ui/money.tsx'
import classes from './reservations.module.css'
import { StandingBadge } from './when.tsx'

/** A past reservation: what became of it, and every cent that went and came. */
export function HistoryItem({ view, lines }: { view: ReservationView; lines: readonly TransactionView[] }) {
  const t = useT()
  return (
    <li className={classes.past}>
      <div className={classes.pastHead}>
        <h2>
          <Link to="/reserved-parking-lots/$reservationId" params={{ reservationId: String(view.id) }}>
            {view.device.name}
          </Link>
        </h2>
        <StandingBadge view={view} />
      </div>
      <p>
        {nameIn(view.device.type)} · {view.site.name} · {t('common.reservationNumber', { number: String(view.number) })}
      </p>
      <p>{formatSpan(view.start, view.end, view.site.timeZone)}</p>
      <p className={classes.sums}>
        <span>
          {t('reservations.paid')} <Money cents={view.paidCents} free />
        </span>
        {view.refundedCents > 0 && (
          <span>
            {t('reservations.refunded')} <Money cents={view.refundedCents} />
          </span>
        )}
      </p>
      {lines.length > 0 && (
        <Disclosure label={t('reservations.lines', { count: lines.length })}>
          <ul className={classes.lines}>
            {lines.map((line) => (
              <li key={line.id}>
                <span>{t(`credit.kind.${line.kind}`)}</span>
                <time dateTime={line.at}>{formatDateTime(line.at)}</time>
                <strong>{formatEuros(line.amountCents)}</strong>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </li>
  )
}
