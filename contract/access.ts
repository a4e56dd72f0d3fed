import * as z from 'zod'
import { codeName } from './codes.ts'
import { bookers } from './features.ts'
import { command, query } from './kit.ts'
import { blockView } from './reservations/book.ts'

/** Access to private zones, blocks, and documents to accept before booking. */
const id = z.number().int().positive()
const named = z.object({ id: z.number().int(), name: z.string() })

/** Private zones that are open to the caller, and the reason. GET /codes/visitor_private_zones. */
export const privateZones = query({
  name: 'access.privateZones',
  access: bookers,
  input: z.strictObject({}),
  reply: z.array(
    z.object({
      zone: named,
      tenant: named,
      sites: z.number().int(),
      /** By the caller's own codes, an access time's e-mail whitelist, an enrolment, or membership of the zone. */
      by: z.enum(['code', 'whitelist', 'enrolment', 'member']),
      codes: z.array(z.object({ id: z.number().int(), name: z.string(), event: named.nullable() })),
    }),
  ),
})

/** Enters an access code, in any case, which opens its private zone. POST /codes/visitor_add_code. */
export const addCode = command({
  name: 'access.addCode',
  access: bookers,
  input: z.strictObject({ name: codeName }),
  reply: z.object({ codeId: z.number().int(), zone: named }),
  refusals: ['code-unknown', 'code-held'],
  privateInput: ['name'],
  limit: { points: 10, seconds: 60 },
})

/** Removes an access code of the caller; reservations made with it stay. POST /codes/visitor_private_code_delete. */
export const removeCode = command({
  name: 'access.removeCode',
  access: bookers,
  input: z.strictObject({ codeId: id }),
  reply: z.object({ codeId: z.number().int() }),
  refusals: [],
})

/** Where the caller is blocked, by whom, and the contact (ACC-11). */
export const blocks = query({
  name: 'access.blocks',
  access: bookers,
  input: z.strictObject({}),
  reply: z.array(blockView),
})

/**
 * Documents that apply at a site (global, of its tenants, of its zones) and whether the caller has accepted their
 * current revision.
 */
export const siteDocuments = query({
  name: 'access.siteDocuments',
  access: bookers,
  input: z.strictObject({ siteId: id }),
  reply: z.object({
    accepted: z.boolean(),
    rememberDecision: z.boolean(),
    documents: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        scope: z.enum(['global', 'tenant', 'zone']),
        /** Title and text in the caller's language. */
        title: z.string(),
        text: z.string().nullable(),
        revision: z.number().int(),
        accepted: z.boolean(),
      }),
    ),
  }),
})

/** Accepts all documents of a site, for all bookings or for one. PATCH /sites/:id/documents/accept-all. */
export const acceptSiteDocuments = command({
  name: 'access.acceptSiteDocuments',
  access: bookers,
  input: z.strictObject({ siteId: id, rememberDecision: z.boolean().default(true) }),
  reply: z.object({ accepted: z.boolean() }),
  refusals: [],
})
