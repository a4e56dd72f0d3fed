import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Changes parts of the search in the page's address, in place; undefined removes a part. */
export function useSearchChange<S extends object>(): (change: { [K in keyof S]?: S[K] | undefined }) => void {
  const navigate = useNavigate()
  return useCallback(
    (change) => {
      const search = (before: object) => ({ ...before, ...change })
      void navigate({ to: '.', search: search as never, replace: true, resetScroll: false })
    },
    [navigate],
  )
}
