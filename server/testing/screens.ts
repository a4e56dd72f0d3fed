import { createLink, type Link } from '../../client/link/socket.ts'
import { createWatches, type Watched } from '../../client/link/watch.ts'
import type { ChangeKind } from '../../contract/changes.ts'
import type { WatchDef } from '../../contract/kit.ts'
import type { Person } from './person.ts'

/** The state of a browser: the client's own link and watches. */
export interface Screen {
  readonly link: Link
  readonly watched: readonly Watched[]
}

/** Screens of one session with the same watches; each goes through its own faults. */
export function openScreens<D extends WatchDef>(
  url: string,
  cookie: string,
  { count, watching }: { count: number; watching: readonly D[] },
): Screen[] {
  return Array.from({ length: count }, () => {
    const link = createLink({ url, headers: { cookie }, retryMs: 50, retryMaxMs: 500 })
    const watches = createWatches(link)
    const watched = watching.map((def) => watches.of(def, {} as never) as Watched)
    for (const item of watched) item.hold()
    link.open()
    return { link, watched }
  })
}

export const allLive = (screens: readonly Screen[]): boolean =>
  screens.every(({ watched }) => watched.every((item) => item.view.status().state === 'live'))

/** Returns the differences between screens and a fresh read; [] = all are right. */
export async function wrongOn<D extends WatchDef>(
  screens: readonly Screen[],
  fresh: Person,
  watching: readonly D[],
): Promise<string[]> {
  const truth: Record<string, string>[] = []
  for (const def of watching) {
    const { rows, answer } = await fresh.watch(def, {} as never)
    if (!answer().ok) throw new Error(`a fresh read is refused: ${JSON.stringify(answer())}`)
    const shown = [...rows].filter(([, change]) => change.view)
    truth.push(Object.fromEntries(shown.map(([key, change]) => [key, textOf(change.view)])))
  }
  return screens.flatMap(({ watched }, screen) =>
    differences(
      watched.map((item, place) => rowsOf(item, watching[place]?.kinds ?? [])),
      truth,
    ).map((text) => `screen ${screen}: ${text}`),
  )
}

/** Pushed rarely and irrelevant to decisions: ages and measured values follow within half a minute. */
const quiet = new Set(['lastMessageAt', 'statusAt', 'doorAt', 'supplyVoltage', 'temperature', 'humidity', 'rssi'])
export const textOf = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) => {
    if (quiet.has(key)) return undefined
    if (!inner || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
  })

/** Existing rows, as text to compare. */
function rowsOf(watched: Watched, kinds: readonly ChangeKind[]): Record<string, string> {
  const rows: Record<string, string> = {}
  for (const kind of kinds)
    for (const [id, row] of watched.view.rows(kind)) if (row.view) rows[`${kind}:${id}`] = textOf(row.view)
  return rows
}

function differences(found: Record<string, string>[], wanted: Record<string, string>[]): string[] {
  return wanted
    .flatMap((rows, index) =>
      [...new Set([...Object.keys(rows), ...Object.keys(found[index] ?? {})])]
        .filter((key) => rows[key] !== found[index]?.[key])
        .map((key) => `${key} is ${found[index]?.[key] ?? 'missing'}, not ${rows[key] ?? 'there'}`),
    )
    .slice(0, 2)
}
