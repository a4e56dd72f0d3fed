/** Rooms: the room of a change decides who may see it. Names are made here and nowhere else. */
export const rooms = {
  zone: (id: number) => `zone:${id}` as const,
  site: (id: number) => `site:${id}` as const,
  device: (id: number) => `device:${id}` as const,
  user: (id: number) => `user:${id}` as const,
  /** Operators that see everything (admins). */
  all: () => 'all' as const,
  /** Claimed spans of devices at the sites of a zone: no persons, for everybody who may book there. */
  claims: (zoneId: number) => `claims:${zoneId}` as const,
  claimsOfAll: () => 'claims:all' as const,
  /** One malfunction with its history, for operators who watch it. */
  incident: (malfunctionId: number) => `incident:${malfunctionId}` as const,
  /** One reservation with its person, for the operators of its zone. */
  booking: (id: number) => `booking:${id}` as const,
  /** What a reservation opens, for its owner. */
  access: (reservationId: number) => `access:${reservationId}` as const,
  /** The same for guests with an eTicket for it. */
  ticket: (reservationId: number) => `ticket:${reservationId}` as const,
  /** A device for the holders of a reservation for it. */
  door: (deviceId: number) => `door:${deviceId}` as const,
}

export type Audience = keyof typeof rooms
/** Names of rooms of these audiences. */
export type Room<A extends Audience = Audience> = ReturnType<(typeof rooms)[A]>
