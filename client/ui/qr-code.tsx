import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './qr-code.module.css'

/** Modules of quiet ground around the code, as readers want them. */
const quiet = 4

/** A text as a QR code for cameras: black on white whatever the theme. `label` names it for people who cannot see it. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const { side, path } = useMemo(() => drawn(text), [text])
  return (
    <svg className={`${classes.code} ${className ?? ''}`} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

/** The dark modules as one path, a stroke of modules a rectangle. */
function drawn(text: string): { side: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 0 })
  let path = ''
  for (const [y, row] of data.entries()) {
    let from = -1
    for (let x = 0; x <= size; x += 1) {
      if (row[x] === true && from < 0) from = x
      if (row[x] !== true && from >= 0) {
        path += `M${from + quiet} ${y + quiet}h${x - from}v1h-${x - from}z`
        from = -1
      }
    }
  }
  return { side: size + 2 * quiet, path }
}
