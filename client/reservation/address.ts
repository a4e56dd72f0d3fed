interface Location {
  readonly address: string | null
  readonly zip: string | null
  readonly city: string | null
  readonly latitude?: number | null
  readonly longitude?: number | null
}

/** Lines of a postal address; the town is left out if the street names it already. */
export function addressLines(location: Location | null): string[] {
  if (location === null) return []
  const { address, zip, city } = location
  const town = [zip, city].filter(Boolean).join(' ')
  if (address === null) return town ? [town] : []
  return town && !(city !== null && address.includes(city)) ? [address, town] : [address]
}

/** A map of exactly this position, or null if unknown. */
export function mapLink(location: Location | null): string | null {
  const { latitude = null, longitude = null } = location ?? {}
  if (latitude === null || longitude === null) return null
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`
}
