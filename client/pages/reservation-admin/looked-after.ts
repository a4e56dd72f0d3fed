import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../../stores/session.ts'
import { browserStorage } from '../../ui/browser-storage.ts'

/** Whose reservations a person sees where the address says nothing: his own (those that he looks after) or all. */
export interface LookedAfter {
  /** What is usual for his role: Reservation Managers see their own. */
  readonly usual: boolean
  /** What he chose last, else what is usual. */
  readonly mine: boolean
  readonly remember: (mine: boolean) => void
}

/** Remembers, for each person of this browser, whose reservations he wants to see. */
export function useLookedAfter(): LookedAfter {
  const { user } = useSnapshot(session)
  const usual = user?.role === 'Reservation Manager' && user.type === 'NORMAL'
  const name = `looked after ${user?.id}`
  const [mine, setMine] = useState(() => browserStorage.get<boolean>(name))
  return {
    usual,
    mine: mine ?? usual,
    remember(next) {
      setMine(next)
      browserStorage.set(name, next)
    },
  }
}
