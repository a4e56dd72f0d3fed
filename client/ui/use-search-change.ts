import { useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Changes parts of the search in the page's address, in place; undefined removes a part. A change that comes when another
 * page was already chosen is dropped: it would end up in the address of that page.
 */
export function useSearchChange<S extends object>(): (change: { [K in keyof S]?: S[K] | undefined }) => void {
  const navigate = useNavigate()
  const router = useRouter()
  const page = useMatch({ strict: false, select: ({ pathname }) => pathname.replace(/\/$/, '') })
  return useCallback(
    (change) => {
      const { pathname } = router.latestLocation
      if (pathname !== page && !pathname.startsWith(`${page}/`)) return
      const search = (before: object) => ({ ...before, ...change })
      void navigate({ to: '.', search: search as never, replace: true, resetScroll: false })
    },
    [navigate, router, page],
  )
}
