import { lazyPart } from '../ui/lazy-part.ts'

/** The map of a place, loaded when one is shown. */
export const placeMap = lazyPart(
  () => import('./place-map.tsx'),
  ({ PlaceMap }) => PlaceMap,
)
