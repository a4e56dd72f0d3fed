/** Plans of sites in mm: x to the right (length), y down (width), seen from above. */
export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Plan {
  readonly length: number
  readonly width: number
  readonly places: readonly Rect[]
  readonly entrance: Rect
  readonly exit: Rect
  readonly sensor: Rect
  /** Four lockers beside the places. */
  readonly lockers: readonly Rect[]
}

export interface PlaceSize {
  readonly width: number
  readonly height: number
  /** Gap between neighbours in a row. */
  readonly gap: number
  /** Aisle between two rows that face each other. */
  readonly aisle: number
  readonly perRow: number
}

export const placeSizes = {
  bikeBox: { width: 850, height: 2_000, gap: 50, aisle: 3_000, perRow: 15 },
  bikePlace: { width: 600, height: 1_900, gap: 100, aisle: 2_500, perRow: 8 },
  locker: { width: 450, height: 550, gap: 20, aisle: 2_000, perRow: 9 },
  lot: { width: 2_500, height: 5_000, gap: 100, aisle: 6_000, perRow: 10 },
  charging: { width: 2_800, height: 5_200, gap: 200, aisle: 6_000, perRow: 8 },
} as const satisfies Record<string, PlaceSize>

const margin = 1_000
/** Room left of the places for barriers, doors and sensors. */
const side = 1_800

/** Rows of equal places: the first two face each other across an aisle, the third is back to back with the second. */
export function rowPlan(count: number, size: PlaceSize): Plan {
  const { width, height, gap, aisle, perRow } = size
  const rows = Math.ceil(count / perRow)
  const places = Array.from({ length: count }, (_, i): Rect => {
    const row = Math.floor(i / perRow)
    const y = margin + row * height + Math.ceil(row / 2) * aisle + Math.floor(row / 2) * 100
    return { x: margin + side + (i % perRow) * (width + gap), y, width, height }
  })
  const lastRow = places.at(-1)?.y ?? margin
  const bottom = lastRow + height + (rows % 2 === 1 ? aisle : 0)
  return {
    length: margin * 2 + side + Math.min(count, perRow) * (width + gap) - gap,
    width: bottom + margin,
    places,
    ...gates(margin + height, aisle),
  }
}

/** Entrance and exit are one above the other in the first aisle, the sensor is in the corner, lockers are below it. */
function gates(aisleY: number, aisle: number): Pick<Plan, 'entrance' | 'exit' | 'sensor' | 'lockers'> {
  const opening = Math.min(2_600, Math.floor(aisle / 2) - 200)
  return {
    entrance: { x: margin, y: aisleY + 100, width: 300, height: opening },
    exit: { x: margin, y: aisleY + Math.floor(aisle / 2) + 100, width: 300, height: opening },
    sensor: { x: margin, y: margin, width: 300, height: 300 },
    lockers: [0, 1, 2, 3].map((i) => ({
      x: margin + (i % 2) * 470,
      y: margin + 400 + Math.floor(i / 2) * 570,
      width: 450,
      height: 550,
    })),
  }
}

const metresPerDegree = 111_320

/**
 * A plan from surveyed centres of parking spaces, north up. Spaces side by side are upright, those one below the other
 * are flat.
 */
export function surveyedPlan(centres: readonly { lat: number; lon: number }[]): Plan {
  const north = Math.max(...centres.map(({ lat }) => lat))
  const west = Math.min(...centres.map(({ lon }) => lon))
  const shrink = Math.cos((north * Math.PI) / 180)
  const points = centres.map(({ lat, lon }) => ({
    x: Math.round((lon - west) * metresPerDegree * shrink * 1_000) + 5_000,
    y: Math.round((north - lat) * metresPerDegree * 1_000) + 5_000,
  }))
  const places = points.map((point, i): Rect => {
    const others = points.filter((_, j) => j !== i)
    const nearest = others.reduce((best, other) => (distance(point, other) < distance(point, best) ? other : best))
    const upright = Math.abs(nearest.x - point.x) >= Math.abs(nearest.y - point.y)
    const [width, height] = upright ? [2_300, 4_600] : [4_600, 2_300]
    return { x: point.x - width / 2, y: point.y - height / 2, width, height }
  })
  return {
    length: Math.max(...places.map(({ x, width }) => x + width)) + margin,
    width: Math.max(...places.map(({ y, height }) => y + height)) + margin,
    places,
    ...gates(margin, 6_000),
  }
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Corners of a plan around a centre, turned clockwise by `turn` degrees. */
export function corners(centre: { lat: number; lon: number }, plan: Pick<Plan, 'length' | 'width'>, turn: number) {
  const angle = (turn * Math.PI) / 180
  const at = (right: number, down: number) => {
    const east = (right * Math.cos(angle) - down * Math.sin(angle)) / 1_000
    const south = (right * Math.sin(angle) + down * Math.cos(angle)) / 1_000
    return {
      lat: Number((centre.lat - south / metresPerDegree).toFixed(8)),
      lon: Number((centre.lon + east / (metresPerDegree * Math.cos((centre.lat * Math.PI) / 180))).toFixed(8)),
    }
  }
  const [x, y] = [plan.length / 2, plan.width / 2]
  return { upperLeft: at(-x, -y), upperRight: at(x, -y), lowerLeft: at(-x, y), lowerRight: at(x, y) }
}
