import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type * as z from 'zod'
import { options } from '../../../contract/payments.ts'
import type { PaymentMethod, ReservationView } from '../../../contract/reservations/view.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { ask } from '../../link/ask.ts'
import { creditMissing, type PaymentWay, paymentWays } from '../../payments/payment-ways.ts'
import { session } from '../../stores/session.ts'
import { tabStorage } from '../../ui/tab-storage.ts'
import { useFound } from './use-found.ts'

export interface PaymentChoice {
  readonly options: z.output<typeof options.reply> | null
  readonly ways: readonly PaymentWay[]
  /** The chosen method; null while unknown, or if there is none. */
  readonly way: { readonly method: PaymentMethod; readonly costCenterId: number | null } | null
  readonly choose: (key: string) => void
  readonly chosen: string | null
  /** Missing credit in cents; 0 = sufficient. */
  readonly missingCents: number
  /** Why paying is not possible yet, as a sentence. */
  readonly reason: string | null
  readonly again: () => void
}

/** The payment methods of a hold: reloaded when the balance changes; the choice survives a reload. */
export function usePayment(row: ReservationView): PaymentChoice {
  const t = useT()
  const { user } = useSnapshot(session)
  const name = `way ${row.id}`
  const free = row.priceCents === 0
  const load = useCallback((signal: AbortSignal) => ask(options, {}, { signal }), [])
  const found = useFound(load)
  const { again } = found
  const balance = user?.balanceCents
  useEffect(() => {
    if (balance !== undefined) again()
  }, [balance, again])
  const [picked, setPicked] = useState<string | null>(() => tabStorage.get<string>(name))
  const ways = found.view ? paymentWays(found.view, row.priceCents) : []
  const usable = ways.filter((way) => way.missingCents === 0)
  const way = ways.find(({ key }) => key === picked) ?? usable[0] ?? ways[0] ?? null
  const reason = (): string | null => {
    if (free) return null
    if (found.view === null) return found.refusal ? refusalText(found.refusal) : t('ui.loading')
    if (way === null) return t('booking.pay.none')
    return way.missingCents > 0 ? t('booking.pay.short') : null
  }
  return {
    options: found.view,
    ways,
    way: free ? { method: 'free', costCenterId: null } : way,
    choose: (key) => {
      setPicked(key)
      tabStorage.set(name, key)
    },
    chosen: way?.key ?? null,
    missingCents: found.view ? creditMissing(found.view, row.priceCents) : 0,
    reason: reason(),
    again: found.retry,
  }
}
