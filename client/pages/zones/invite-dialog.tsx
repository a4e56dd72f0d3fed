import { useState } from 'react'
import { maxLength } from '../../../contract/fields.ts'
import { invite } from '../../../contract/invitations.ts'
import { list } from '../../../contract/zones.ts'
import { TextField } from '../../forms/fields.tsx'
import { FormDialog } from '../../forms/form-page.tsx'
import { ReferencesField } from '../../forms/reference-field.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.tsx'
import { inviteFields } from './invite-fields.ts'

/** Invites an address to manage a zone, and perhaps others of the caller's (ACC-5). */
export function InviteDialog({ zone, onClose }: { zone: { id: number; name: string }; onClose: () => void }) {
  const t = useT()
  const [initial] = useState({ email: '', zoneIds: [zone.id] })
  const form = useCommandForm({
    def: invite,
    fields: inviteFields,
    initial,
    mode: 'add',
    toInput: (values) => values,
    onDone: (_, { email }) => {
      notify.success(t('invitations.invite.sent', { email }))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('invitations.invite')}
      lead={t('invitations.invite.lead')}
      act={t('invitations.invite.act')}
      onClose={onClose}
    >
      <TextField form={form} path="email" type="email" maxLength={maxLength.note} />
      <ReferencesField
        form={form}
        path="zoneIds"
        query={list}
        toQuery={(search) => ({ search, pageSize: 50 })}
        toOptions={(found) => found.rows}
        known={[zone]}
      />
    </FormDialog>
  )
}
