/** Rooms: who may see a change is decided by the room it is bound to. Names are made here and nowhere else. */
export const rooms = {
  zone: (id: number) => `zone:${id}`,
  site: (id: number) => `site:${id}`,
  device: (id: number) => `device:${id}`,
  user: (id: number) => `user:${id}`,
  /** Operators that see everything (admins). */
  all: () => 'all',
} as const
