import { Link } from '@tanstack/react-router'
import type { TransactionView } from '../../../contract/reservations/view.ts'
import { formatDateTime, formatEuros } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'

/** Lines of the ledger as their owner reads them, newest first. */
export function Ledger({ lines }: { lines: readonly TransactionView[] }) {
  const t = useT()
  const columns: readonly Column<TransactionView>[] = [
    { key: 'kind', title: t('common.what'), cell: ({ kind }) => t(`credit.kind.${kind}`), phone: 'title' },
    { key: 'at', title: t('common.when'), cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time> },
    {
      key: 'reservation',
      title: t('common.reservation'),
      cell: ({ reservationId, reservationNumber, description }) =>
        reservationId === null ? (
          (description ?? '–')
        ) : (
          <Link to="/reserved-parking-lots/$reservationId" params={{ reservationId: String(reservationId) }}>
            {String(reservationNumber ?? reservationId)}
          </Link>
        ),
    },
    {
      key: 'method',
      title: t('credit.method'),
      cell: ({ paymentMethod }) => (paymentMethod === null ? '–' : t(`reservations.method.${paymentMethod}`)),
    },
    {
      key: 'amount',
      title: t('credit.amount'),
      align: 'end',
      cell: ({ amountCents }) => <strong>{formatEuros(amountCents)}</strong>,
    },
  ]
  return <DataList label={t('credit.lines')} columns={columns} rows={lines} rowId={({ id }) => id} />
}
