import * as z from 'zod'
import { reservationRefusals } from '../machines/reservation-events.ts'
import { reservationStates } from '../machines/reservation-rules.ts'
import { bookers, bookingOperators } from './features.ts'
import { ids, optionalPlate } from './fields.ts'
import { command, query, watch } from './kit.ts'
import { listOf } from './list.ts'
import { claimRefusals, fixView, payment, paymentRefusals, placeCodes, whyNot } from './reservations/book.ts'
import {
  bookedDevice,
  bookingView,
  paymentView,
  reservationView,
  shareView,
  transactionView,
} from './reservations/view.ts'

/** For cards of owners and operators: foreign reservations are not found. */
const both = [...bookers, ...bookingOperators] as const

const id = z.number().int().positive()
const moment = z.iso.datetime()
const cents = z.number().int()
const translated = { name: z.string(), names: z.record(z.string(), z.string()) }

/** The caller's live reservations: holds, running and future ones. Ended ones are pushed once more with their last state. */
export const mine = watch({
  name: 'reservations.mine',
  access: bookers,
  input: z.strictObject({}),
  kinds: ['reservation'],
})

/** One reservation of the caller in any state. */
export const reservation = watch({
  name: 'reservations.one',
  access: bookers,
  input: z.strictObject({ reservationId: id }),
  kinds: ['reservation'],
})

/** One reservation as operators see it. */
export const booking = watch({
  name: 'reservations.booking',
  access: bookingOperators,
  input: z.strictObject({ reservationId: id }),
  kinds: ['booking'],
})

const editRefusals = [...reservationRefusals.EDIT, 'licence-plate-required'] as const

/**
 * Changes note, licence plate, RFID token in all parts of a stay, or in none; null clears a field, absent ones stay.
 */
export const edit = command({
  name: 'reservations.edit',
  access: both,
  input: z.strictObject({
    reservationId: id,
    /** The other parts of an extended stay. */
    alsoIds: ids(100).optional(),
    note: z.string().trim().max(255).nullable().optional(),
    licencePlate: optionalPlate.optional(),
    rfidToken: z.string().trim().max(255).nullable().optional(),
  }),
  reply: z.object({ reservationId: id }),
  refusals: editRefusals,
})

/**
 * Cancels a booked reservation with its children: STORNO, with a refund by the rule of its purchase. `refundCents` is
 * the refund that the person saw: if it differs by now, the call is refused with refund-changed, and nothing happens.
 */
export const cancel = command({
  name: 'reservations.cancel',
  access: both,
  input: z.strictObject({ reservationId: id, refundCents: z.number().int().min(0) }),
  reply: z.object({ reservationId: id, refundCents: cents }),
  refusals: [...reservationRefusals.CANCEL, 'refund-changed'],
})

/** Free devices equivalent to the reserved one, for its span. */
export const alternatives = query({
  name: 'reservations.alternatives',
  access: both,
  input: z.strictObject({ reservationId: id }),
  reply: z.object({ devices: z.array(bookedDevice) }),
})

/** Moves the reservation to a free equivalent device. */
export const changeDevice = command({
  name: 'reservations.changeDevice',
  access: both,
  input: z.strictObject({ reservationId: id, deviceId: id }),
  reply: z.object({ reservationId: id }),
  refusals: [
    'change-device-error',
    ...reservationRefusals.CHANGE_DEVICE,
    'device-not-equivalent',
    'maintenance-then',
    'place-taken',
    'place-held',
  ],
})

/**
 * The terms of extending until `end`: here, elsewhere (a connected extension at an equivalent place), or the reason why
 * not.
 */
export const extension = query({
  name: 'reservations.extension',
  access: bookers,
  input: z.strictObject({ reservationId: id, end: moment }),
  reply: z.object({
    /** Null = possible at the same device. */
    refusal: whyNot.extend({ code: z.enum([...placeCodes, 'option-not-available']) }).nullable(),
    fix: fixView.nullable(),
    priceCents: cents,
    netCents: cents,
    taxCents: cents,
    /** Equivalent free places, if this one is not free. */
    moves: z.array(z.object({ device: bookedDevice, priceCents: cents })),
  }),
  refusals: reservationRefusals.EXTEND,
})

/**
 * Creates a connected extension from the end to the new end, with the same access data and children, at the same device
 * or, with deviceId, at an equivalent one. Paid like a booking.
 */
export const extend = command({
  name: 'reservations.extend',
  access: bookers,
  input: z.strictObject({ reservationId: id, end: moment, deviceId: id.optional(), ...payment }),
  reply: z.object({ reservation: reservationView, payment: paymentView.nullable() }),
  refusals: [
    ...placeCodes,
    ...reservationRefusals.EXTEND,
    'extension-not-available',
    'device-not-equivalent',
    'device-not-bookable',
    'option-not-available',
    'hold-expired',
    'payment-pending',
    ...paymentRefusals,
  ],
})

/**
 * Creates a link: an eTicket lets a guest in, a summary only shows (with prices). The link is returned once and stored
 * nowhere.
 */
export const share = command({
  name: 'reservations.share',
  access: bookers,
  input: z.strictObject({ reservationId: id, kind: z.enum(['eticket', 'summary']).default('eticket') }),
  reply: z.object({ share: shareView, url: z.string() }),
  secretReply: true,
  refusals: [...reservationRefusals.SHARE, 'too-many-shares'],
})

/** Ends a link at once, for everybody who has it. */
export const revokeShare = command({
  name: 'reservations.revokeShare',
  access: both,
  input: z.strictObject({ reservationId: id, shareId: id }),
  reply: z.object({ shareId: id }),
  refusals: [],
})

/**
 * Reserves for somebody without an account and returns a link to share (/reservations/remote/:token): its holder sees
 * the place, fills in plate, note and RFID token, and may cancel. Free of charge.
 */
export const reserveRemotely = command({
  name: 'reservations.reserveRemotely',
  access: bookingOperators,
  input: z.strictObject({
    siteId: id,
    deviceId: id,
    start: moment,
    end: moment,
    note: z.string().trim().max(255).nullable().default(null),
    licencePlate: optionalPlate.default(null),
  }),
  reply: z.object({ reservationId: id, url: z.string() }),
  secretReply: true,
  refusals: claimRefusals,
})

export const sorts = ['start', 'end', 'number', 'price', 'created'] as const

/**
 * The operators' list with every filter, of their zones (admins: all). RESERVED and STORNO unless states are given, the
 * next start first. GET /reservations.
 */
export const list = listOf('reservations.list', {
  access: bookingOperators,
  row: bookingView,
  sorts,
  order: 'start',
  filters: {
    states: z.array(z.enum(reservationStates)).max(4).default(['RESERVED', 'STORNO']),
    priceMin: z.number().int().min(0).optional(),
    /** Absent = no upper limit. */
    priceMax: z.number().int().min(0).optional(),
    /** True: only those of which the caller is in charge. */
    managedByMe: z.boolean().default(false),
    managedBy: id.optional(),
    /** Main devices only (no children). */
    reservableOnly: z.boolean().default(true),
    startSince: moment.optional(),
    startUntil: moment.optional(),
    siteId: id.optional(),
    userId: id.optional(),
    number: z.number().int().positive().optional(),
  },
})

/** The caller's reservations by time span and state. GET /users/me/reservations, GET /reservations/personal_index. */
export const personal = query({
  name: 'reservations.personal',
  access: bookers,
  input: z.strictObject({
    timespans: z
      .array(z.enum(['past', 'active', 'future']))
      .max(3)
      .default([]),
    states: z.array(z.enum(reservationStates)).max(4).default(['RESERVED']),
    priceMin: z.number().int().min(0).optional(),
    /** Absent = no upper limit. */
    priceMax: z.number().int().min(0).optional(),
    query: z.string().trim().max(255).default(''),
    startSince: moment.optional(),
    startUntil: moment.optional(),
    sort: z.enum(sorts).default('start'),
    descending: z.boolean().default(true),
    page: z.number().int().min(1).default(1),
    limit: z.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({ items: z.array(reservationView), recordCount: z.number().int() }),
})

/**
 * Past reservations: ended, cancelled, expired, each with its ledger lines. GET /reservations/historyWithTransactions.
 */
export const history = listOf('reservations.history', {
  access: bookers,
  row: z.object({ reservation: reservationView, transactions: z.array(transactionView) }),
  sorts: ['start', 'price'],
  order: '-start',
})

/** Reservations and maintenance of one device that touch a span of at most a year, for its calendar (RES-9). */
export const calendar = query({
  name: 'reservations.calendar',
  access: bookingOperators,
  input: z.strictObject({ deviceId: id, from: moment, until: moment }),
  reply: z.object({
    device: bookedDevice,
    timeZone: z.string(),
    site: z.object({ id: z.number().int(), name: z.string() }),
    entries: z.array(
      z.object({
        kind: z.enum(['reservation', 'hold', 'maintenance']),
        id: z.number().int(),
        number: z.number().int().nullable(),
        start: z.string(),
        end: z.string().nullable(),
        title: z.string(),
      }),
    ),
  }),
  refusals: ['span-too-long', 'span-empty'],
})

/** Refunds what a cancelled reservation is still owed ('missing credit refund'), once. */
export const repairRefund = command({
  name: 'reservations.repairRefund',
  access: ['BASIC_ADM'],
  input: z.strictObject({ reservationId: id }),
  reply: z.object({ reservationId: id, refundCents: cents }),
  refusals: reservationRefusals.REPAIR_REFUND,
})

/** Access times with which a person may book at a site, for the time picker. */
export const accessTimes = query({
  name: 'reservations.accessTimes',
  access: 'public',
  refusals: ['site-invalid', 'site-private', 'user-blocked'],
  input: z.strictObject({ siteId: id }),
  reply: z.array(
    z.object({
      id: z.number().int(),
      ...translated,
      deviceTypeIds: z.array(z.number().int()),
      startsOn: z.string(),
      endsOn: z.string().nullable(),
      dailyFrom: z.string().nullable(),
      dailyUntil: z.string().nullable(),
      singleDay: z.boolean(),
      slotMinutes: z.number().int(),
      minDurationMinutes: z.number().int(),
      maxDurationMinutes: z.number().int(),
      prebookMinMinutes: z.number().int(),
      prebookMaxMinutes: z.number().int(),
      refundUntilMinutes: z.number().int(),
      licencePlateMandatory: z.boolean(),
      stages: z.array(z.object({ untilMinutes: z.number().int(), priceCents: cents })),
    }),
  ),
})
