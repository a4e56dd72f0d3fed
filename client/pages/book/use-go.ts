import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** For links whose address carries a request: a real address to copy or open beside, and a move within the page for a plain click. */
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
