/** A person's account at a university (ACC-10, PRIV-3): linked, it enrols its owner in what is for staff or students. */
import * as z from 'zod'
import { bookers } from './features.ts'
import { id } from './fields.ts'
import { command, query } from './kit.ts'

export const universityGroups = ['staff', 'students'] as const
/** How long the groups count that the university named at a sign-in there, days. */
export const groupsValidDays = 90
export type UniversityGroup = (typeof universityGroups)[number]

/** The caller's link, and the universities of their companies. GET /users/checkTuAuthorizationStatus. */
export const status = query({
  name: 'university.status',
  access: bookers,
  input: z.strictObject({}),
  reply: z.object({
    link: z
      .object({
        /** Null = the university is no longer one of the portal. */
        label: z.string().nullable(),
        groups: z.array(z.enum(universityGroups)),
        linkedAt: z.string(),
        /** When the university last said which groups the caller belongs to. */
        checkedAt: z.string(),
        /** Until when the groups count if the caller does not sign in there again. */
        validUntil: z.string(),
      })
      .nullable(),
    universities: z.array(z.object({ tenantId: id, label: z.string() })),
  }),
})

/** Ends the link and the enrolments that came with it; reservations stay. DELETE /users/removeTuAuthorization. */
export const unlink = command({
  name: 'university.unlink',
  access: bookers,
  input: z.strictObject({}),
  reply: z.object({}),
  refusals: ['university-not-linked'],
})

/** POST /codes/prepareTuAuthorize: `tuid` is the name by which the university knows the caller; without it the university asks. */
export const prepareInput = z.strictObject({
  tuid: z.string().trim().min(1).max(255).optional(),
  /** Where the caller belongs to several companies with a university; otherwise the only one. */
  tenantId: id.optional(),
})
