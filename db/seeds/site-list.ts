import { readDataFile } from './data-files.ts'
import type { placeSizes } from './layout.ts'

/** A real site as its publisher describes it. */
export interface SourceSite {
  sourceId: string
  name: string
  type: string
  address: string | null
  city: string
  country: string
  lat: number
  lon: number
  capacity: number | null
  description?: string
  fees?: string
  operator?: string
  maxHeightCm?: number
  boxes?: { id: string; number: string; bookable: boolean }[]
  spaces?: { number: string; devEui: string; lat: number; lon: number }[]
  source: string
  license: string
}

export const zones = {
  freiburg: 'Freiburg',
  esslingen: 'Esslingen',
  ulm: 'Ulm und Ettlingen',
  heilbronn: 'Heilbronn Laden',
  dresden: 'Dresden',
  schweiz: 'Schweiz P+Rail',
} as const
export type ZoneKey = keyof typeof zones

/** How the demo uses a real site. */
export interface SitePlan {
  sourceId: string
  zone: ZoneKey
  /** Short letters for hardware ids. */
  code: string
  /** At most 45 characters; the publisher's name if that fits. */
  name?: string
  type: 'BIKE_BOX' | 'LOCKER' | 'PARKING_LOT' | 'PARKING_SENSOR' | 'CHARGING_POINT'
  place: keyof typeof placeSizes
  /** How many of the real places have hardware; default all. */
  count?: number
  placeName: string
  gateways: number
  barriers?: boolean
  door?: string
  sensor?: boolean
  /** Lockers can be booked along with a place. */
  lockers?: boolean
  /** Rotation of the plan from north, in degrees. */
  turn: number
  recordingDay: number
  recording?: 'summer'
  directions?: string
}

/** One entry per site, hence the length of this file. */
export const sitePlans: readonly SitePlan[] = [
  {
    sourceId: 'freiburg_vag:7',
    zone: 'freiburg',
    code: 'FRW',
    type: 'BIKE_BOX',
    place: 'bikeBox',
    placeName: 'Box',
    gateways: 1,
    sensor: true,
    lockers: true,
    turn: 24,
    recordingDay: 1,
    directions: 'Von Gleis 1 durch die Unterführung, links vor dem Bahnhofsgebäude.',
  },
  {
    sourceId: 'freiburg_vag:2',
    zone: 'freiburg',
    code: 'FRM',
    type: 'BIKE_BOX',
    place: 'bikeBox',
    placeName: 'Box',
    gateways: 1,
    turn: 8,
    recordingDay: 2,
  },
  {
    sourceId: 'freiburg_vag:5',
    zone: 'freiburg',
    code: 'FRH',
    type: 'BIKE_BOX',
    place: 'bikeBox',
    placeName: 'Box',
    gateways: 1,
    turn: 40,
    recordingDay: 3,
  },
  {
    sourceId: 'freiburg:9',
    zone: 'freiburg',
    code: 'FRP1',
    type: 'PARKING_LOT',
    place: 'lot',
    count: 24,
    placeName: 'Platz',
    gateways: 2,
    barriers: true,
    sensor: true,
    turn: 15,
    recordingDay: 4,
    directions: 'Einfahrt von der Bismarckallee, die Plätze liegen auf Ebene 1.',
  },
  {
    sourceId: 'freiburg:18',
    zone: 'freiburg',
    code: 'FRP20',
    type: 'PARKING_LOT',
    place: 'lot',
    count: 20,
    placeName: 'Platz',
    gateways: 1,
    barriers: true,
    turn: 62,
    recordingDay: 5,
    recording: 'summer',
  },
  {
    sourceId: 'kienzler:unit2817',
    zone: 'esslingen',
    code: 'ESS',
    name: 'Esslingen Mobilitätsstation, Sofortbuchung',
    type: 'BIKE_BOX',
    place: 'bikeBox',
    placeName: 'Box',
    gateways: 2,
    sensor: true,
    turn: 31,
    recordingDay: 6,
  },
  {
    sourceId: 'kienzler:unit2825',
    zone: 'esslingen',
    code: 'ESZ',
    name: 'Esslingen Mobilitätsstation, Zukunftsbuchung',
    type: 'BIKE_BOX',
    place: 'bikeBox',
    placeName: 'Box',
    gateways: 2,
    turn: 31,
    recordingDay: 6,
  },
  {
    sourceId: 'bfrk:INFRA-de:08116:1801-FAHRRADANLAGE-1',
    zone: 'esslingen',
    code: 'ESM',
    name: 'Fahrradboxen Esslingen-Mettingen',
    type: 'BIKE_BOX',
    place: 'bikeBox',
    placeName: 'Box',
    gateways: 1,
    turn: 75,
    recordingDay: 8,
  },
  {
    sourceId: 'kienzler:unit3822',
    zone: 'ulm',
    code: 'ULA',
    type: 'BIKE_BOX',
    place: 'bikePlace',
    placeName: 'Stellplatz',
    gateways: 1,
    door: 'Tür Sammelgarage A',
    turn: 12,
    recordingDay: 9,
  },
  {
    sourceId: 'kienzler:unit3823',
    zone: 'ulm',
    code: 'ULB',
    type: 'BIKE_BOX',
    place: 'bikePlace',
    placeName: 'Stellplatz',
    gateways: 1,
    door: 'Tür Sammelgarage B',
    turn: 12,
    recordingDay: 9,
  },
  {
    sourceId: 'kienzler:unit3976',
    zone: 'ulm',
    code: 'ULS',
    type: 'LOCKER',
    place: 'locker',
    placeName: 'Fach',
    gateways: 1,
    turn: 12,
    recordingDay: 10,
  },
  {
    sourceId: 'sensade:9ff03e01-cc7d-47b7-9584-ac3ddc7389f2',
    zone: 'ulm',
    code: 'ULP',
    name: 'P+R Ulm B10',
    type: 'PARKING_SENSOR',
    place: 'lot',
    placeName: 'Platz',
    gateways: 2,
    turn: 0,
    recordingDay: 11,
  },
  {
    sourceId: 'kienzler:unit621',
    zone: 'ulm',
    code: 'ETB',
    type: 'BIKE_BOX',
    place: 'bikeBox',
    placeName: 'Box',
    gateways: 1,
    turn: 50,
    recordingDay: 12,
    recording: 'summer',
  },
  {
    sourceId: 'kienzler:unit629',
    zone: 'ulm',
    code: 'ETS',
    type: 'LOCKER',
    place: 'locker',
    placeName: 'Fach',
    gateways: 1,
    turn: 50,
    recordingDay: 12,
    recording: 'summer',
  },
  {
    sourceId: 'heilbronn_goldbeck:2682',
    zone: 'heilbronn',
    code: 'HNM',
    type: 'CHARGING_POINT',
    place: 'charging',
    count: 8,
    placeName: 'Ladepunkt',
    gateways: 1,
    barriers: true,
    turn: 5,
    recordingDay: 14,
  },
  {
    sourceId: 'heilbronn_goldbeck:2696',
    zone: 'heilbronn',
    code: 'HNT',
    type: 'CHARGING_POINT',
    place: 'charging',
    count: 6,
    placeName: 'Ladepunkt',
    gateways: 1,
    turn: 80,
    recordingDay: 14,
  },
  {
    sourceId: 'parkapi:Dresden:Schießgasse',
    zone: 'dresden',
    code: 'DDS',
    type: 'PARKING_LOT',
    place: 'lot',
    count: 30,
    placeName: 'Platz',
    gateways: 2,
    barriers: true,
    turn: 18,
    recordingDay: 16,
  },
  {
    sourceId: 'parkapi:Dresden:Semperoper',
    zone: 'dresden',
    code: 'DDO',
    type: 'PARKING_LOT',
    place: 'lot',
    count: 24,
    placeName: 'Platz',
    gateways: 1,
    door: 'Treppenhaus Nord',
    sensor: true,
    turn: 66,
    recordingDay: 17,
  },
  {
    sourceId: 'parkapi:Dresden:Prohlis',
    zone: 'dresden',
    code: 'DDP',
    name: 'P+R Prohlis',
    type: 'PARKING_SENSOR',
    place: 'lot',
    count: 20,
    placeName: 'Platz',
    gateways: 1,
    turn: 33,
    recordingDay: 18,
  },
  {
    sourceId: 'sbb:66c8bc21-4bbb-4d76-a81e-d00abfd69da4',
    zone: 'schweiz',
    code: 'CHD',
    type: 'PARKING_SENSOR',
    place: 'lot',
    placeName: 'Platz',
    gateways: 1,
    turn: 9,
    recordingDay: 20,
  },
  {
    sourceId: 'sbb:a9dbec7c-d656-4c4d-bc85-1c5c4b1fbd90',
    zone: 'schweiz',
    code: 'CHS',
    type: 'PARKING_LOT',
    place: 'lot',
    placeName: 'Platz',
    gateways: 1,
    turn: 48,
    recordingDay: 21,
  },
]

/** Faults that demo devices have from the start, by hardware id; the simulator shows them, the portal finds them. */
export const firstFaults: Readonly<Record<string, string>> = {
  'FRW-04': 'error',
  box19412: 'battery',
  'FRP1-07': 'dirty',
  box19447: 'door-stuck',
  '3425B4FFFECE1E92': 'silent',
  'DDS-12': 'dirty',
}

/** Returns the publisher's record of a site. */
export function sourceSite(sourceId: string): SourceSite {
  sources ??= new Map((JSON.parse(readDataFile('sites.json')) as SourceSite[]).map((site) => [site.sourceId, site]))
  const site = sources.get(sourceId)
  if (!site) throw new Error(`sites.json has no ${sourceId}`)
  return site
}
let sources: Map<string, SourceSite> | null = null
