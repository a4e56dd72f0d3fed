import * as z from 'zod'

const eventId = z.coerce.number().int().positive().optional().catch(undefined)

/** Which access time is edited. */
export const editSearch = z.object({ eventId })
/** Which access time a new one is a copy of. */
export const addSearch = z.object({ copyOf: eventId })
