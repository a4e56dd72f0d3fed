import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'

interface OrderLinkProps {
  order: { readonly id: string; readonly supportCode: string }
  /** Support reads an order only by its code, so its links carry it. */
  coded?: boolean
  children: ReactNode
}

/** The way to everything that is known of an order. */
export function OrderLink({ order, coded = false, children }: OrderLinkProps) {
  const t = useT()
  return (
    <Link to="/orders/$orderId" params={{ orderId: order.id }} search={coded ? { code: order.supportCode } : {}}>
      {children} <VisuallyHidden>{t('ledger.row.open', { code: order.supportCode })}</VisuallyHidden>
    </Link>
  )
}
