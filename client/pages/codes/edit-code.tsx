import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { edit, read, remove } from '../../../contract/codes.ts'
import { sessionMe } from '../../../contract/session.ts'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type CodeView, codeFields, codeInWords, codeValues, toInput } from './code-fields.ts'
import { CodeForm } from './code-form.tsx'

const route = getRouteApi('/codes/$codeId')

/** One access code: edited and deleted (ADM-17). */
export function EditCode() {
  const t = useT()
  const codeId = Number(route.useParams().codeId)
  const moved = useChangeCounter(useWatch(sessionMe, {}), 'me')
  const { view, refusal, former, retry } = useQuery(read, { codeId }, moved)
  const gone = refusal?.code === 'not-found' || refusal?.code === 'bad-input'
  if (view && !former && !gone) return <Loaded key={view.id} code={view} />
  if (refusal === null) return <PageSkeleton />
  return (
    <Page title={t('common.code')} back={<BackButton otherwise="/codes/list">{t('codes.zone.list')}</BackButton>}>
      {gone ? (
        <EmptyState icon="key" title={t('codes.gone')} text={t('codes.gone.text')} />
      ) : (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
    </Page>
  )
}

function Loaded({ code }: { code: CodeView }) {
  const t = useT()
  const navigate = useNavigate()
  const form = useCommandForm({
    def: edit,
    fields: codeFields,
    initial: codeValues(code),
    version: code.version,
    toInput: (values, version) => ({ codeId: code.id, version, ...toInput(values) }),
    onDone: (_, { name }) => {
      notify.success(t('codes.saved', { code: name.trim() }))
      void navigate({ to: '/codes/list' })
    },
  })
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <FormPage
        form={form}
        title={code.name}
        lead={t('codes.edit.lead', { count: code.users })}
        back={<BackButton otherwise="/codes/list">{t('codes.zone.list')}</BackButton>}
        inWords={codeInWords(code)}
        actions={
          <Button variant="default" leftSection={<Icon name="close" size={18} />} onClick={() => setRemoving(true)}>
            {t('codes.delete.act')}
          </Button>
        }
      >
        <CodeForm form={form} code={code} />
      </FormPage>
      {removing && (
        <RemoveDialog
          form={form}
          title={t('codes.delete.title', { code: code.name })}
          text={t('codes.delete.text', { count: code.users, zone: code.zone.name })}
          {...(code.users > 0 ? { safetyWord: code.name } : {})}
          consequences={{ act: 'remove', entity: 'code', ids: [code.id] }}
          remove={(world) => send(remove, { codeId: code.id, version: code.version, world })}
          onDone={() => {
            notify.success(t('codes.delete.done', { code: code.name }))
            void navigate({ to: '/codes/list' })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
