import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { WishChange } from './search.ts'

/** Changes parts of the wish in the address, in place: the page stays where it is scrolled to. */
export function useWishChange(): (part: WishChange) => void {
  const navigate = useNavigate()
  return useCallback(
    (part) =>
      void navigate({
        to: '.',
        search: ((before: object) => ({ ...before, ...part })) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
}
