import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './qr-code.module.css'

/** Width of the quiet zone around the code, in modules. */
const quiet = 4

/** A text as a QR code: black on white in every theme. `label` is its accessible name. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const { side, path } = useMemo(() => drawn(text), [text])
  return (
    <svg className={`${classes.code} ${className ?? ''}`} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

/** Returns the dark modules as one path, one stroke per run of modules. */
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
