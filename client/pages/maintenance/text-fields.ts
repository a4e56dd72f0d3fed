import type * as z from 'zod'
import { edit, type read } from '../../../contract/maintenance.ts'
import { formFields } from '../../forms/form-fields.ts'

/** The inputs of a period that is edited, by the path in the command. */
export const maintenanceTextFields = formFields(
  edit,
  { reason: 'maintenance.why.reason', description: 'maintenance.why.description' },
  ['periodId', 'version'],
)

/** What the form of a period holds. */
export type MaintenanceTexts = Pick<z.input<typeof edit.input>, 'reason' | 'description'>

/** A period with the version for its edit. */
export type EditableView = z.output<typeof read.reply>
