import { Button, TextInput } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { edit, read, remove } from '../../../contract/roles.ts'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { EntityHistory } from '../../history/entity-history.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { roleName } from '../../products/role-name.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type RoleDetails, roleFields, roleValues } from './role-fields.ts'
import { RoleForm } from './role-form.tsx'

const route = getRouteApi('/roles/$roleId')

/** One role: edited and deleted. */
export function EditRole() {
  const t = useT()
  const roleId = Number(route.useParams().roleId)
  const { view, refusal, former, retry } = useQuery(read, { roleId })
  const gone = refusal?.code === 'not-found' || refusal?.code === 'bad-input'
  if (view && !former && !gone) return <Loaded key={view.id} role={view} />
  if (refusal === null) return <PageSkeleton />
  return (
    <Page title={t('shell.user.role')} back={<BackButton otherwise="/roles">{t('common.roles')}</BackButton>}>
      {gone ? (
        <EmptyState icon="user" title={t('roles.gone')} text={t('roles.gone.text')} />
      ) : (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
    </Page>
  )
}

function Loaded({ role }: { role: RoleDetails }) {
  const t = useT()
  const navigate = useNavigate()
  const { texts } = role.translations
  const names = Object.fromEntries(
    Object.entries(texts).flatMap(([language, fields]) => (fields['name'] ? [[language, fields['name']]] : [])),
  )
  const name = roleName({ name: role.name, names })
  const form = useCommandForm({
    def: edit,
    fields: roleFields,
    initial: roleValues(role),
    version: role.version,
    toInput: (values, version) => ({ roleId: role.id, version, ...values }),
    onDone: () => {
      notify.success(t('roles.saved', { name }))
      void navigate({ to: '/roles' })
    },
  })
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <FormPage
        form={form}
        history={<EntityHistory entity="role" id={role.id} />}
        title={name}
        lead={
          <>
            {t('roles.users', { users: role.users })}
            {' · '}
            <Link to="/roles">{t('roles.toMatrix')}</Link>
          </>
        }
        back={<BackButton otherwise="/roles">{t('common.roles')}</BackButton>}
        actions={
          !role.standard && (
            <Button variant="default" leftSection={<Icon name="close" size={18} />} onClick={() => setRemoving(true)}>
              {t('roles.remove')}
            </Button>
          )
        }
      >
        <RoleForm
          form={form}
          role={role}
          kind={
            !role.standard && (
              <TextInput
                label={t('roles.kind')}
                description={t('roles.kind.fixed')}
                value={t(`shell.role.${role.kind}`)}
                readOnly
              />
            )
          }
        />
      </FormPage>
      {removing && (
        <RemoveDialog
          form={form}
          title={t('common.deleteTitle', { name })}
          text={t('roles.remove.text')}
          consequences={{ act: 'remove', entity: 'role', ids: [role.id] }}
          remove={(world) => send(remove, { roleId: role.id, version: role.version, world })}
          onDone={() => {
            notify.success(t('roles.removed', { name }))
            void navigate({ to: '/roles' })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
