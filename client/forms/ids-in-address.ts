/** Ids that stand in the address of a page for a new row; its form begins with them. */
export type IdsInAddress<N extends string> = { readonly [K in N]?: number }

/** Reads these ids from the search of an address, for the `validateSearch` of a route: `/devices/add?siteId=7`. Others are dropped. */
export const idsInAddress =
  <const N extends string>(...names: readonly N[]) =>
  (raw: Record<string, unknown>): IdsInAddress<N> => {
    const given = names.map((name) => [name, idOf(raw[name])] as const)
    return Object.fromEntries(given.filter(([, id]) => Number.isInteger(id) && id > 0)) as IdsInAddress<N>
  }

const idOf = (value: unknown): number => (typeof value === 'number' || typeof value === 'string' ? Number(value) : 0)
