import type { Location } from '../../db/models/sites.ts'

/** Returns what a location is called: its name, else its address. */
export function placeName({ id, name, address, city }: Pick<Location, 'id' | 'name' | 'address' | 'city'>): string {
  return name ?? ([address, city].filter(Boolean).join(', ') || `#${id}`)
}
