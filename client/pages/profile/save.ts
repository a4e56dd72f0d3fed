import type * as z from 'zod'
import type { changeNotificationSettings } from '../../../contract/people.ts'

/** Sends a change of a switch at once; says why when it was refused. */
export type Save = (change: z.input<(typeof changeNotificationSettings)['input']>) => Promise<void>
