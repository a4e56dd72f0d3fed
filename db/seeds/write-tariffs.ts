import type { Knex } from 'knex'
import type { Tenancy } from './write-tenancy.ts'

const minute = 1
const hour = 60 * minute
const day = 24 * hour
const week = 7 * day
const month = 30 * day
const year = 365 * day

type Stages = readonly (readonly [untilMinutes: number, priceCents: number])[]

/** Stages as the publishers of the sites give them. */
const boxes: Stages = [
  [day, 150],
  [week, 600],
  [month, 1_200],
  [year, 12_000],
]
const garage: Stages = [
  [hour, 200],
  [2 * hour, 400],
  [4 * hour, 700],
  [day, 1_800],
]

/** Tariffs of bike boxes and garages: those that access times use first, then those for events, seasons and years. */
const radhafen = {
  Fahrradboxen: boxes,
  Schließfächer: [
    [day, 100],
    [week, 200],
    [month, 500],
    [year, 3_000],
  ],
  'Fahrradboxen halbjährlich': [
    [183 * day, 5_000],
    [year, 8_000],
  ],
  Parkhaus: garage,
  Frühbucher: [[day, 75]],
  'Fahrradboxen 2027': [
    [day, 180],
    [week, 700],
    [month, 1_400],
    [year, 13_500],
  ],
  'Schließfächer 2027': [
    [day, 120],
    [week, 250],
    [month, 600],
    [year, 3_500],
  ],
  'Parkhaus 2027': [
    [hour, 220],
    [2 * hour, 440],
    [4 * hour, 780],
    [day, 2_000],
  ],
  'Lastenrad-Stellplätze': [
    [day, 250],
    [week, 1_000],
    [month, 2_000],
    [year, 20_000],
  ],
  'Sammelgarage Monatskarte': [
    [month, 800],
    [year, 8_000],
  ],
  'Sammelgarage Tageskarte': [[day, 100]],
  'Pedelec-Boxen mit Steckdose': [
    [day, 200],
    [week, 800],
    [month, 1_600],
    [year, 16_000],
  ],
  Wochenendtarif: [
    [day, 120],
    [3 * day, 300],
  ],
  'Sommerferien 2027': [
    [day, 100],
    [week, 400],
    [42 * day, 1_500],
  ],
  'Stadtfest Freiburg': [
    [4 * hour, 300],
    [12 * hour, 600],
    [day, 900],
  ],
  'Studierende Semester': [[183 * day, 3_500]],
  'Dienstfahrräder der Stadt': [
    [month, 600],
    [year, 6_000],
  ],
  'Helm- und Taschenfach': [
    [4 * hour, 50],
    [day, 100],
    [week, 300],
  ],
} satisfies Record<string, Stages>

/** Tariffs of parking lots. */
const messepark = {
  Innenstadt: garage,
  'P+Rail': [
    [hour, 100],
    [2 * hour, 200],
    [day, 400],
    [month, 4_000],
  ],
  Nacht: [[14 * hour, 600]],
  'Innenstadt 2027': [
    [hour, 250],
    [2 * hour, 480],
    [4 * hour, 850],
    [day, 2_000],
  ],
  'Messetage Halle 1 bis 3': [
    [4 * hour, 800],
    [12 * hour, 1_400],
    [day, 1_900],
  ],
  'Messetage Aussteller': [
    [day, 1_200],
    [week, 6_000],
  ],
  'Aufbau und Abbau': [
    [6 * hour, 500],
    [day, 1_000],
  ],
  'Busse und Wohnmobile': [
    [2 * hour, 1_000],
    [6 * hour, 2_000],
    [day, 3_500],
  ],
  'Kurzparken Flughafen': [
    [15 * minute, 0],
    [30 * minute, 300],
    [hour, 600],
    [2 * hour, 1_200],
  ],
  'Dauerparken Anwohner': [
    [month, 7_500],
    [year, 80_000],
  ],
  'Elektrofahrzeuge mit Laden': [
    [hour, 300],
    [4 * hour, 900],
    [day, 2_400],
  ],
  Handwerksbetriebe: [
    [day, 900],
    [week, 3_500],
    [month, 11_000],
  ],
  'Abendtarif Theater': [[6 * hour, 500]],
} satisfies Record<string, Stages>

type Ids<T> = { readonly [N in keyof T]: number }
export interface TariffIds {
  readonly radhafen: Ids<typeof radhafen>
  readonly messepark: Ids<typeof messepark>
}

/** Writes the tariffs of both companies. */
export async function writeTariffs(trx: Knex.Transaction, tenancy: Tenancy): Promise<TariffIds> {
  return {
    radhafen: await writeOf(trx, tenancy.radhafen, radhafen),
    messepark: await writeOf(trx, tenancy.messepark, messepark),
  }
}

async function writeOf<T extends Record<string, Stages>>(
  trx: Knex.Transaction,
  tenantId: number,
  tariffs: T,
): Promise<Ids<T>> {
  const names = Object.keys(tariffs)
  const made = (await trx('tariffs')
    .insert(names.map((name) => ({ tenant_id: tenantId, name })))
    .returning(['id', 'name'])) as { id: number; name: string }[]
  await trx('tariff_stages').insert(
    made.flatMap(({ id, name }) =>
      (tariffs[name] ?? []).map(([until_minutes, price_cents]) => ({ tariff_id: id, until_minutes, price_cents })),
    ),
  )
  return Object.fromEntries(made.map(({ id, name }) => [name, id])) as Ids<T>
}
