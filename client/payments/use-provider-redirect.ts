import { useEffect } from 'react'
import type { PaymentView } from '../../contract/reservations/view.ts'

/** Goes to the payment provider's page as soon as a payment begun here has one. */
export function useProviderRedirect(payment: Pick<PaymentView, 'state' | 'url'> | null): void {
  const url = payment?.state === 'pending' ? payment.url : null
  useEffect(() => {
    if (url !== null) window.location.assign(url)
  }, [url])
}
