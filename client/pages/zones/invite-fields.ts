import { invite } from '../../../contract/invitations.ts'
import { formFields } from '../../forms/form-fields.ts'

/** The inputs of an invitation. */
export const inviteFields = formFields(invite, { email: 'invitations.email', zoneIds: 'common.zones' })
