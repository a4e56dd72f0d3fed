import { Link } from '@tanstack/react-router'
import type { transactions } from '../../../contract/payments.ts'
import type { TransactionView } from '../../../contract/reservations/view.ts'
import { formatDateTime, formatEuros } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'

/** Ledger entries as their owner reads them. */
export function useLineColumns(): readonly ListColumn<TransactionView, (typeof transactions.sorts)[number]>[] {
  const t = useT()
  return [
    {
      key: 'kind',
      title: t('common.what'),
      always: true,
      phone: 'title',
      cell: ({ kind }) => t(`credit.kind.${kind}`),
    },
    {
      key: 'at',
      title: t('common.when'),
      sort: 'at',
      cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
    },
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
      sort: 'amount',
      align: 'end',
      cell: ({ amountCents }) => <strong>{formatEuros(amountCents)}</strong>,
    },
  ]
}
