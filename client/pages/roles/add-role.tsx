import { useNavigate } from '@tanstack/react-router'
import { roles } from '../../../contract/features.ts'
import { add } from '../../../contract/roles.ts'
import { ChoiceField } from '../../forms/fields.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { newRole, newRoleFields } from './role-fields.ts'
import { RoleForm } from './role-form.tsx'

/** A new role. */
export function AddRole() {
  const t = useT()
  const navigate = useNavigate()
  const form = useCommandForm({
    def: add,
    fields: newRoleFields,
    mode: 'add',
    initial: newRole,
    onDone: (_, { name }) => {
      notify.success(t('roles.added', { name }))
      void navigate({ to: '/roles' })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('roles.add')}
      lead={t('roles.lead')}
      back={<BackButton otherwise="/roles">{t('common.roles')}</BackButton>}
    >
      <RoleForm
        form={form}
        kind={
          <ChoiceField
            form={form}
            path="kind"
            description={t('roles.kind.hint')}
            options={roles.map((role) => [role, t(`shell.role.${role}`)])}
          />
        }
      />
    </FormPage>
  )
}
