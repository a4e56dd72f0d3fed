import type * as z from 'zod'
import type { changeNotificationSettings } from '../../../contract/people.ts'
import type { Refusal } from '../../../contract/refusals.ts'

type Change = z.input<(typeof changeNotificationSettings)['input']>
/** Sends a change; returns the refusal, or null when it is kept. Refusals named in `own` are shown by who asks. */
export type Save = (change: Change, own?: readonly string[]) => Promise<Refusal<string> | null>
