/** Rooms: who may see a change is decided by the room it is bound to. Names are made here and nowhere else. */
export const rooms = {
  zone: (id: number) => `zone:${id}`,
  site: (id: number) => `site:${id}`,
  device: (id: number) => `device:${id}`,
  user: (id: number) => `user:${id}`,
  /** Operators that see everything (admins). */
  all: () => 'all',
  /** Which spans of which devices are claimed, at the sites of a zone: no persons, for everybody who may book there. */
  claims: (zoneId: number) => `claims:${zoneId}`,
  claimsOfAll: () => 'claims:all',
  /** One malfunction with its history, for operators who look at it. */
  incident: (malfunctionId: number) => `incident:${malfunctionId}`,
  /** One reservation with its person, for the operators of its zone. */
  booking: (id: number) => `booking:${id}`,
  /** What a reservation opens, for its owner. */
  access: (reservationId: number) => `access:${reservationId}`,
  /** The same for guests with an eTicket of it. */
  ticket: (reservationId: number) => `ticket:${reservationId}`,
  /** A device for whoever has a reservation for it. */
  door: (deviceId: number) => `door:${deviceId}`,
} as const
