import * as z from 'zod'
import { bookingOperators, mayAccess } from '../../contract/features.ts'
import { maxPageSize } from '../../contract/list.ts'
import { history, list, personal, sorts } from '../../contract/reservations.ts'
import { reservationStates } from '../../machines/reservation-rules.ts'
import { ask, type HttpCall, noParameters, pathId, type Reply, read, readQuery } from '../http/call.ts'
import { mediaType, readInclude } from '../http/jsonapi.ts'
import { count, defined, euros, instant, listOf, sortBy, text } from '../http/parameters.ts'
import { askWithin, type Reading } from '../kernel/bus/dispatch.ts'
import { eitherSide } from './reservation-one.ts'
import { getReservationReport } from './reservation-report.ts'
import { reservationDocument, reservationIncludes, type Shown } from './reservation-resources.ts'

const paging = { page: count.optional(), limit: count.optional(), include: text.toLowerCase().optional() }
const common = {
  ...paging,
  sort: sortBy(sorts).optional(),
  'filter[state]': listOf(reservationStates).optional(),
  'filter[query]': text.optional(),
  'filter[price][min]': euros.optional(),
  'filter[price][max]': euros.optional(),
  'filter[start][since]': instant.optional(),
  'filter[start][until]': instant.optional(),
}

type Found = { items: readonly Shown['view'][]; recordCount: number }

/** GET /reservations: those of their zones for operators, latest start first; like personal_index for others; as text/csv the report. In euros. */
export async function getReservations(call: HttpCall): Promise<Reply> {
  if (call.request.accepts([mediaType, 'application/json', 'text/csv']) === 'text/csv')
    return getReservationReport(call)
  return reading(call, (asker) =>
    mayAccess(bookingOperators, asker.actor.features) ? operated(call, asker) : own(call, asker, 15),
  )
}

const operatedQuery = z.strictObject({
  ...common,
  limit: count.pipe(z.number().max(maxPageSize)).optional(),
  'filter[managedBy]': count.optional(),
  'filter[isReservable]': listOf(['0', '1']).optional(),
})

function operated(call: HttpCall, asker: Reading): Promise<Reply> {
  const given = readQuery(call, operatedQuery)
  const reservable = given['filter[isReservable]']
  const more = defined({ managedBy: given['filter[managedBy]'], reservableOnly: reservable && reservable[0] === '1' })
  const { page, limit, query, sort = 'start', descending = true, ...filters } = commonInput(given)
  const input = {
    ...defined({ page, pageSize: limit, search: query }),
    sort: descending ? (`-${sort}` as const) : sort,
    filters: { ...filters, ...more },
  }
  return answer(asker, given.include, async () => {
    const { rows, recordCount } = await askWithin(call.context, asker, list, input)
    return { items: rows, recordCount }
  })
}

/** GET /reservations/personal_index: the caller's own, 15 a page. */
export function getPersonalReservations(call: HttpCall): Promise<Reply> {
  return reading(call, (asker) => own(call, asker, 15))
}

/** GET /users/me/reservations: the caller's own, 20 a page, with filter[timespan]=past,active,future. */
export function getMyReservations(call: HttpCall): Promise<Reply> {
  return reading(call, (asker) => own(call, asker, 20))
}

const ownQuery = z.strictObject({
  ...common,
  'filter[timespan]': listOf(['past', 'active', 'future']).optional(),
  // Children are never listed on their own, so both values mean the same.
  'filter[parent]': listOf(['null']).optional(),
  'filter[isReservable]': listOf(['1']).optional(),
})

function own(call: HttpCall, asker: Reading, pageSize: number): Promise<Reply> {
  const given = readQuery(call, ownQuery)
  const input = { limit: pageSize, ...commonInput(given), ...defined({ timespans: given['filter[timespan]'] }) }
  return answer(asker, given.include, () => askWithin(call.context, asker, personal, input))
}

/** A list is read and assembled in one transaction. */
function reading(call: HttpCall, work: (asker: Reading) => Promise<Reply>): Promise<Reply> {
  return read(call, { name: 'http.reservations', access: eitherSide }, work)
}

function commonInput(given: z.output<z.ZodObject<typeof common>>) {
  return {
    ...given.sort,
    ...defined({
      page: given.page,
      limit: given.limit,
      states: given['filter[state]'],
      query: given['filter[query]'],
      priceMin: given['filter[price][min]'],
      priceMax: given['filter[price][max]'],
      startSince: given['filter[start][since]'],
      startUntil: given['filter[start][until]'],
    }),
  }
}

const reservationHistoryQuery = z.strictObject({ ...paging, 'filter[query]': text.optional() })

/** GET /reservations/historyWithTransactions: past reservations, with their ledger entries as included transactions. */
export function getReservationHistory(call: HttpCall): Promise<Reply> {
  return reading(call, (asker) => {
    const { include, page, limit, 'filter[query]': query } = readQuery(call, reservationHistoryQuery)
    return answer(asker, include, async () => {
      const input = { pageSize: 20, ...defined({ page, pageSize: limit, search: query }) }
      const { rows, recordCount } = await askWithin(call.context, asker, history, input)
      return { shown: rows.map(({ reservation: view, transactions }) => ({ view, transactions })), recordCount }
    })
  })
}

async function answer(
  asker: Reading,
  include: string | undefined,
  find: () => Promise<Found | { shown: Shown[]; recordCount: number }>,
): Promise<Reply> {
  const asked = readInclude(include, reservationIncludes)
  const found = await find()
  const shown = 'shown' in found ? found.shown : found.items.map((view) => ({ view }))
  const document = await reservationDocument(asker, shown, asked, { record_count: found.recordCount })
  return { document }
}

const userReservationsQuery = z.strictObject({ page: count.optional() })

/** GET /reservations/getUserReservations_ajax/:id: a person's reservations in the caller's zones. */
export async function getUserReservations(call: HttpCall): Promise<Reply> {
  const { page } = readQuery(call, userReservationsQuery)
  return legacyList(call, { userId: pathId(call) }, page)
}

/** GET /reservations/getReservationsByNumber_ajax/:number: the reservation with this number, if it is in the caller's zones. */
export async function getReservationsByNumber(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  return legacyList(call, { number: pathId(call, 'number') })
}

/** The legacy calls with plain JSON return every state, latest start first, at most 100 a page. */
async function legacyList(call: HttpCall, which: z.input<typeof list.input>['filters'], page = 1): Promise<Reply> {
  const filters = { states: [...reservationStates], ...which }
  const { rows, recordCount } = await ask(call, list, { sort: '-start', page, pageSize: 100, filters })
  return { json: { reservations: rows, recordCount } }
}
