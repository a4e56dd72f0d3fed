/** How the device types of the demo behave physically. */
export interface Kind {
  /** lot: free, blocked or occupied; box: free or occupied, with a door; plain: 'okay', a door at most. */
  readonly form: 'lot' | 'box' | 'plain'
  readonly door: boolean
  readonly moveMs: number
  /** Movements are visible as 'freeing' and 'blocking'. */
  readonly showsMoving: boolean
  /** Its own protection: it never moves while something stands in its way, whatever the portal orders. */
  readonly occupiedStops: boolean
  readonly battery: boolean
  /** Has a sensor that can get dirty. */
  readonly sensor: boolean
}

const box: Kind = {
  form: 'box',
  door: true,
  moveMs: 2_000,
  showsMoving: false,
  occupiedStops: false,
  battery: true,
  sensor: true,
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

const kinds: Readonly<Record<string, Kind>> = {
  PARKING_LOT: {
    form: 'lot',
    door: false,
    moveMs: 4_000,
    showsMoving: true,
    occupiedStops: true,
    battery: true,
    sensor: true,
  },
  PARKING_SENSOR: { ...plain, form: 'lot' },
  CHARGING_POINT: {
    form: 'lot',
    door: false,
    moveMs: 1_000,
    showsMoving: false,
    occupiedStops: true,
    battery: false,
    sensor: false,
  },
  BIKE_BOX: box,
  LOCKER: { ...box, moveMs: 1_000 },
  STORAGE_BOX: box,
  DOOR: { ...plain, door: true, moveMs: 2_000, battery: false, sensor: false },
  BARRIER: { ...plain, door: true, moveMs: 3_000, showsMoving: true, battery: false, sensor: false },
  SENSOR: plain,
}

/** A type that the simulator does not know only measures. */
export function kindOf(type: string): Kind {
  return kinds[type] ?? plain
}
