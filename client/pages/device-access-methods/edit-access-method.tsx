import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type AccessAttribute, edit, read, remove } from '../../../contract/device-access-methods.ts'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import type { InWords } from '../../forms/changed-meanwhile.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { EntityHistory } from '../../history/entity-history.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type AccessMethodView, accessMethodFields, accessMethodValues } from './access-method-fields.ts'
import { AccessMethodForm } from './access-method-form.tsx'

const route = getRouteApi('/device-access-methods/$accessMethodId')

/** One access method: seen, edited and deleted. */
export function EditAccessMethod() {
  const t = useT()
  const accessMethodId = Number(route.useParams().accessMethodId)
  const { view, refusal, former, retry } = useQuery(read, { accessMethodId })
  const gone = refusal?.code === 'not-found' || refusal?.code === 'bad-input'
  if (view && !former && !gone) return <Loaded key={view.id} method={view} />
  if (refusal === null) return <PageSkeleton />
  return (
    <Page
      title={t('device-access-methods.one')}
      back={<BackButton otherwise="/device-access-methods">{t('device-access-methods.title')}</BackButton>}
    >
      {gone ? (
        <EmptyState icon="key" title={t('device-access-methods.gone')} text={t('device-access-methods.gone.text')} />
      ) : (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
    </Page>
  )
}

function Loaded({ method }: { method: AccessMethodView }) {
  const t = useT()
  const navigate = useNavigate()
  const name = method.displayName
  const form = useCommandForm({
    def: edit,
    fields: accessMethodFields,
    initial: accessMethodValues(method),
    version: method.version,
    toInput: (values, version) => ({ accessMethodId: method.id, version, ...values }),
    onDone: (_, { displayName }) => {
      notify.success(t('device-access-methods.saved', { name: displayName }))
      void navigate({ to: '/device-access-methods' })
    },
  })
  const [removing, setRemoving] = useState(false)
  const inWords: InWords = (field, value) =>
    field === 'attributes'
      ? (value as AccessAttribute[]).map((each) => t(`device-access-methods.attribute.${each}`)).join(', ')
      : undefined
  return (
    <>
      <FormPage
        form={form}
        history={<EntityHistory entity="access-method" id={method.id} />}
        title={name}
        lead={t('device-access-methods.one')}
        back={<BackButton otherwise="/device-access-methods">{t('device-access-methods.title')}</BackButton>}
        inWords={inWords}
        actions={
          <Button variant="default" leftSection={<Icon name="close" size={18} />} onClick={() => setRemoving(true)}>
            {t('device-access-methods.remove')}
          </Button>
        }
      >
        <AccessMethodForm form={form} method={method} />
      </FormPage>
      {removing && (
        <RemoveDialog
          form={form}
          title={t('common.deleteTitle', { name })}
          text={t('device-access-methods.remove.text')}
          consequences={{ act: 'remove', entity: 'access-method', ids: [method.id] }}
          remove={(world) => send(remove, { accessMethodId: method.id, version: method.version, world })}
          linkTo={(kind, id) => (kind === 'device' ? `/devices/${id}` : null)}
          onDone={() => {
            notify.success(t('device-access-methods.removed', { name }))
            void navigate({ to: '/device-access-methods' })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
