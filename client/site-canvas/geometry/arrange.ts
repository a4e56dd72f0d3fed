import { around, boundsOf, type Place } from './box.ts'

/** A device without a position, and the facts that decide where it belongs. */
export interface Unplaced {
  readonly id: number
  readonly name: string
  readonly widthMm: number
  readonly heightMm: number
  readonly path: number
  readonly sequence: number
}

const gapMm = 300
const aisleMm = 2_000
const marginMm = 1_000
/** Width of a row if the site's length is unknown, mm. */
const usualRowMm = 40_000
const collator = new Intl.Collator('en', { numeric: true })

/**
 * Lays devices out in rows: one after another by path and sequence, an aisle between paths, below existing ones. The rows are as long
 * as the site.
 */
export function arranged(
  devices: readonly Unplaced[],
  standing: Iterable<Place>,
  site: { readonly lengthMm: number | null },
): Map<number, Place> {
  const taken = around([...standing].map(boundsOf))
  const right = Math.max(site.lengthMm ?? usualRowMm, 2 * marginMm) - marginMm
  const places = new Map<number, Place>()
  let x = marginMm
  let y = taken === null ? marginMm : Math.ceil(taken.bottom / 100) * 100 + aisleMm
  let tallest = 0
  let path: number | null = null
  const nextRow = (gap: number) => {
    y += tallest + gap
    x = marginMm
    tallest = 0
  }
  for (const device of inOrder(devices)) {
    if (path !== null && device.path !== path) nextRow(aisleMm)
    else if (x > marginMm && x + device.widthMm > right) nextRow(gapMm)
    path = device.path
    places.set(device.id, { xMm: x, yMm: y, widthMm: device.widthMm, heightMm: device.heightMm, rotationDeg: 0 })
    x += device.widthMm + gapMm
    tallest = Math.max(tallest, device.heightMm)
  }
  return places
}

function inOrder(devices: readonly Unplaced[]): Unplaced[] {
  return devices.toSorted(
    (a, b) => a.path - b.path || a.sequence - b.sequence || collator.compare(a.name, b.name) || a.id - b.id,
  )
}

/** Typical size of a kind of device, mm, until it is measured: by the icon of its type. */
export function usualSize(icon: string | null): { readonly widthMm: number; readonly heightMm: number } {
  return usualSizes[icon ?? ''] ?? { widthMm: 1_000, heightMm: 1_000 }
}

const usualSizes: Readonly<Record<string, { readonly widthMm: number; readonly heightMm: number }>> = {
  parking: { widthMm: 2_500, heightMm: 5_000 },
  charging: { widthMm: 2_500, heightMm: 5_000 },
  bike: { widthMm: 900, heightMm: 2_000 },
  box: { widthMm: 900, heightMm: 2_000 },
  locker: { widthMm: 450, heightMm: 550 },
  door: { widthMm: 1_000, heightMm: 300 },
  barrier: { widthMm: 300, heightMm: 2_600 },
}
