import type { TransactionView } from '../../../contract/reservations/view.ts'
import { formatDateTime, formatEuros } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import classes from './reservations.module.css'

/** Every payment and refund of a past reservation. */
export function HistoryLines({ lines }: { lines: readonly TransactionView[] }) {
  const t = useT()
  return (
    <Disclosure label={t('reservations.lines', { count: lines.length })}>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li className={classes.linesItem} key={line.id}>
            <span>{t(`credit.kind.${line.kind}`)}</span>
            <time className={classes.linesTime} dateTime={line.at}>
              {formatDateTime(line.at)}
            </time>
            <strong className={classes.linesStrong}>{formatEuros(line.amountCents)}</strong>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
