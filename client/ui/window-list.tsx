import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './window-list.module.css'

interface WindowListProps<L> {
  label: string
  lines: readonly L[]
  keyOf: (line: L) => string
  /** Estimated height of a line in px, until it is measured. */
  heightOf: (line: L) => number
  children: (line: L) => ReactNode
}

/**
 * A long list that scrolls with the page: only the lines near the viewport are in the document; screen readers get the
 * total.
 */
export function WindowList<L>({ label, lines, keyOf, heightOf, children }: WindowListProps<L>) {
  const frame = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const place = () => {
      const box = frame.current?.getBoundingClientRect()
      if (box) setMargin(Math.round(box.top + window.scrollY))
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (at) => {
      const line = lines[at]
      return line === undefined ? 0 : heightOf(line)
    },
    getItemKey: (at) => {
      const line = lines[at]
      return line === undefined ? at : keyOf(line)
    },
    overscan: 8,
    scrollMargin: margin,
  })
  return (
    <div
      ref={frame}
      role="list"
      aria-label={label}
      className={classes.frame}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const line = lines[item.index]
        if (line === undefined) return null
        return (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            role="listitem"
            aria-setsize={lines.length}
            aria-posinset={item.index + 1}
            className={classes.line}
            style={{ transform: `translateY(${item.start - margin}px)` }}
          >
            {children(line)}
          </div>
        )
      })}
    </div>
  )
}
