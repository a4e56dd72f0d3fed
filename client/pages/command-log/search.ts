import * as z from 'zod'

/** HF-XXXX-XXXX, as a person types it: support needs the complete code. */
const wholeCode = /^HF-[2-9A-Z]{4}-[2-9A-Z]{4}$/i
export const isWholeCode = (text: string): boolean => wholeCode.test(text.trim())

/** One command: support reads it by its code. */
export const commandSearch = z.object({ code: z.string().max(32).optional().catch(undefined) })
