import { type RefObject, useEffect, useRef } from 'react'
import { productName } from '../theme/current.ts'
import { focusHeading } from './focus.ts'

/**
 * Sets the title of the browser tab and focuses the heading of the screen after a navigation: pass the ref to an `<h1
 * tabIndex={-1} data-focus-target>`.
 */
export function useHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${productName()}`
    focusHeading(heading.current)
  }, [title])
  return heading
}
