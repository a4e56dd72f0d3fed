/** Wall clocks of a site's IANA zone. All moments are ms since the epoch; a daylight-saving change is where the offset jumps. */
const formats = new Map<string, Intl.DateTimeFormat>()

function parts(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  return format
}

/** Returns the zone's wall clock at a moment, as if it were UTC. */
export function wallOf(moment: number, zone: string): number {
  const read: Record<string, number> = {}
  for (const { type, value } of parts(zone).formatToParts(moment)) read[type] = Number(value)
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((moment % 1_000) + 1_000) % 1_000)
}

/** Returns the moment at which the zone's clock shows `wall`: the earlier of two, or the moment after the gap in spring. */
export function momentOf(wall: number, zone: string): number {
  const offsets = [
    wallOf(wall - 86_400_000, zone) - (wall - 86_400_000),
    wallOf(wall + 86_400_000, zone) - (wall + 86_400_000),
  ]
  const candidates = offsets.map((offset) => wall - offset)
  const exact = candidates.filter((moment) => wallOf(moment, zone) === wall)
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)
}
