import { Button } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod'
import { codes, deleteCode } from '../../../contract/access.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { useQuery } from '../../stores/use-query.ts'
import { confirm } from '../../ui/confirm.tsx'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import classes from './codes.module.css'
import { NewCode } from './new-code.tsx'

type Code = z.output<(typeof codes)['reply']>[number]

/** The access codes of an operator's private zones with their number of users; created and deleted here. */
export function ZoneCodes() {
  const t = useT()
  const [query, setQuery] = useState('')
  const [making, setMaking] = useState(false)
  const asked = useQuery(codes, { query: query.trim() })
  const found = asked.view
  const columns: Column<Code>[] = [
    {
      key: 'code',
      title: t('codes.column.code'),
      cell: ({ name }) => <code className={classes.code}>{name}</code>,
      phone: 'title',
    },
    { key: 'zone', title: t('common.zone'), cell: ({ zone, tenant }) => `${zone.name} · ${tenant.name}` },
    { key: 'event', title: t('common.accessTime'), cell: ({ event }) => event?.name ?? t('codes.event.all') },
    { key: 'users', title: t('codes.column.users'), cell: ({ users }) => t('codes.users', { count: users }) },
    {
      key: 'act',
      title: t('common.action'),
      align: 'end',
      phone: 'plain',
      cell: (code) => <Delete code={code} onChange={asked.retry} />,
    },
  ]
  return (
    <Panel
      title={t('codes.zone.title')}
      aside={
        <Button variant="default" leftSection={<Icon name="plus" size={18} />} onClick={() => setMaking(true)}>
          {t('codes.zone.new')}
        </Button>
      }
    >
      <div className={classes.zoneCodes}>
        {(query !== '' || (found !== null && found.length > 5)) && (
          <SearchField label={t('codes.zone.search')} value={query} onChange={setQuery} />
        )}
        {found === null && asked.refusal === null && <RowsSkeleton rows={3} />}
        {asked.refusal && (
          <ErrorState text={refusalText(asked.refusal)} supportCode={asked.refusal.supportCode} onRetry={asked.retry} />
        )}
        {found?.length === 0 && (
          <EmptyState
            icon="key"
            title={t(query === '' ? 'codes.zone.none.title' : 'codes.zone.noMatch.title')}
            text={t(query === '' ? 'codes.zone.none.text' : 'codes.zone.noMatch.text')}
          />
        )}
        {found && found.length > 0 && (
          <DataList label={t('codes.zone.list')} columns={columns} rows={found} rowId={({ id }) => id} />
        )}
      </div>
      {making && (
        <NewCode
          onClose={(made) => {
            setMaking(false)
            if (made) asked.retry()
          }}
        />
      )}
    </Panel>
  )
}

function Delete({ code, onChange }: { code: Code; onChange: () => void }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const act = async () => {
    const sure = await confirm({
      title: t('codes.delete.title', { code: code.name }),
      text: t('codes.delete.text', { count: code.users, zone: code.zone.name }),
      act: t('codes.delete.act'),
      tone: 'error',
    })
    if (!sure) return
    setBusy(true)
    const answer = await send(deleteCode, { codeId: code.id })
    setBusy(false)
    if (answer.ok) notify.success(t('codes.delete.done', { code: code.name }))
    else notify.refusal(answer.refusal, { title: t('codes.delete.failed') })
    onChange()
  }
  return (
    <Button
      variant="default"
      loading={busy}
      aria-label={t('codes.delete.of', { code: code.name })}
      onClick={() => void act()}
    >
      {t('common.delete')}
    </Button>
  )
}
