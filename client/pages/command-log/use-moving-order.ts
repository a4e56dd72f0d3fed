import { useEffect } from 'react'
import { isOpen } from '../../devices/actions.ts'
import { whileSeen } from '../../ui/clock.ts'
import type { WholeOrder } from './happened.ts'

/** While an order is on its way it is read again every two seconds, and never after that. */
export function useMovingOrder(order: WholeOrder | null, again: () => void): void {
  const moving = order !== null && isOpen(order.state)
  useEffect(() => (moving ? whileSeen(2_000, again) : undefined), [moving, again])
}
