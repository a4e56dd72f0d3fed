import { randomInt } from 'node:crypto'
import type { Knex } from 'knex'
import { search } from '../../contract/reservations/book.ts'
import { connect } from '../../db/connect.ts'
import { readDeviceFacts } from '../../server/claims/facts.ts'
import { runQuery } from '../../server/kernel/bus/dispatch.ts'
import searchHandler from '../../server/reservations/search.ts'
import { testContext } from '../../server/testing/context.ts'
import { makeBusySites } from './search-sites.ts'

const hourMs = 3_600_000
const centre = { latitude: 47.97, longitude: 7.82 }
type View = { sites: { free: number; occupied: number; fix: object | null }[] }

/**
 * Server time in milliseconds for a search over 500 places with a million reservations: with about two of five places
 * free, and (`full`) with none free, so that the nearest fix is searched for the sites.
 */
export async function searchTimes(url: string, rounds: number) {
  const knex = connect(url, { max: 2, name: 'bench-search', queryTimeoutMs: 600_000 })
  try {
    const siteIds = await makeBusySites(knex)
    return await timesOf(knex, siteIds, rounds)
  } finally {
    await knex.destroy()
  }
}

async function timesOf(knex: Knex, siteIds: readonly number[], rounds: number) {
  const handlers = { commands: new Map(), queries: new Map([[search.name, searchHandler]]), watches: new Map() }
  // Call limits are not what is measured.
  const context = Object.assign(testContext(knex, handlers), { limits: { take: async () => null } })
  const timed = async (start: number, hours: number): Promise<{ ms: number; view: View }> => {
    const [from, until] = [start, start + hours * hourMs].map((time) => new Date(time).toISOString())
    const began = performance.now()
    const answer = await runQuery(context, null, {
      name: search.name,
      input: { start: from, end: until, near: centre },
    })
    const ms = performance.now() - began
    if (!answer.ok) throw new Error(answer.refusal.code)
    const view = answer.view as View
    if (view.sites.length !== siteIds.length) throw new Error(`${view.sites.length} sites were found`)
    return { ms, view }
  }
  const start = (): number => Math.ceil(Date.now() / hourMs) * hourMs + randomInt(2, 60 * 24) * hourMs
  const some = await measured(rounds, () => timed(start(), randomInt(1, 4)))
  if (!some.views.some(({ sites }) => sites.some(({ free, occupied }) => free > 0 && occupied > 0)))
    throw new Error('the sites are not busy')
  // Longer than any gap between two reservations, also cancelled ones: no place has such a time.
  const full = await measured(rounds, () => timed(start(), 12))
  if (!full.views.every(({ sites }) => sites.every(({ free }) => free === 0))) throw new Error('something was free')
  // Time of the database alone to read all places, as a measure of the machine.
  const facts = await measured(rounds, async () => {
    const from = start()
    const began = performance.now()
    await readDeviceFacts(knex, { siteIds }, { start: new Date(from), end: new Date(from + hourMs) }, new Date())
    return { ms: performance.now() - began, view: { sites: [] } }
  })
  return { ...some.figures, full: full.figures, facts: facts.figures, rounds }
}

async function measured(rounds: number, once: () => Promise<{ ms: number; view: View }>) {
  for (let round = 0; round < 20; round += 1) await once()
  const times: number[] = []
  const views: View[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { ms, view } = await once()
    times.push(ms)
    views.push(view)
  }
  times.sort((a, b) => a - b)
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  return { views, figures: { p50: at(0.5), p95: at(0.95), p99: at(0.99) } }
}
