/** A grid of equal devices on the plan of a site, mm. */
export interface PlanGrid {
  readonly count: number
  readonly perRow: number
  readonly widthMm: number
  readonly heightMm: number
  /** Between neighbours in a row. */
  readonly gapMm: number
  /** Between rows. */
  readonly aisleMm: number
}

export interface GridPlace {
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
}

/** Between the edge of the plan and the first device, mm. */
export const gridMarginMm = 1_000

/** Returns the places of a grid, row by row from the upper left corner of the plan. */
export function gridPlaces({ count, perRow, widthMm, heightMm, gapMm, aisleMm }: PlanGrid): GridPlace[] {
  return Array.from({ length: count }, (_, at) => ({
    xMm: gridMarginMm + (at % perRow) * (widthMm + gapMm),
    yMm: gridMarginMm + Math.floor(at / perRow) * (heightMm + aisleMm),
    widthMm,
    heightMm,
  }))
}
