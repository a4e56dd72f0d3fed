/** How the device types of the demo behave physically. */
export interface Kind {
  /** lot: free, blocked or occupied; box: free or occupied, with a door; plain: 'okay', a door at most. */
  readonly form: 'lot' | 'box' | 'plain'
  readonly door: boolean
  readonly moveMs: number
  /** Shows 'freeing' and 'blocking' while it moves. */
  readonly showsMoving: boolean
  /** Never moves while something stands in its way, whatever the order. */
  readonly occupiedStops: boolean
  readonly battery: boolean
  /** Has a sensor that can get dirty. */
  readonly sensor: boolean
}

const plain: Kind = {
  form: 'plain',
  door: false,
  moveMs: 0,
  showsMoving: false,
  occupiedStops: false,
  battery: true,
  sensor: true,
}
const box: Kind = { ...plain, form: 'box', door: true, moveMs: 2_000 }
const mains = { battery: false, sensor: false }

const kinds: Readonly<Record<string, Kind>> = {
  PARKING_LOT: { ...plain, form: 'lot', moveMs: 4_000, showsMoving: true, occupiedStops: true },
  PARKING_SENSOR: { ...plain, form: 'lot' },
  CHARGING_POINT: { ...plain, ...mains, form: 'lot', moveMs: 1_000, occupiedStops: true },
  BIKE_BOX: box,
  LOCKER: { ...box, moveMs: 1_000 },
  STORAGE_BOX: box,
  DOOR: { ...plain, ...mains, door: true, moveMs: 2_000 },
  BARRIER: { ...plain, ...mains, door: true, moveMs: 3_000, showsMoving: true },
  SENSOR: plain,
}

/** A type that the simulator does not know only measures. */
export function kindOf(type: string): Kind {
  return kinds[type] ?? plain
}
