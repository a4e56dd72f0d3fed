import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** Props of links whose address contains a request: a real address to copy or open in a new tab, and in-page navigation for a plain click. */
export function useGo(): (href: string) => { href: string; onClick: (event: MouseEvent<HTMLAnchorElement>) => void } {
  const navigate = useNavigate()
  return (href) => ({
    href,
    onClick: (event) => {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void navigate({ href })
    },
  })
}
