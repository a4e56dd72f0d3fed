import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { busyStates, cancel, type ImportView, one, run } from '../../../contract/imports.ts'
import { formatDateTime, formatNumber } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { saveFile } from '../../lists/save-file.ts'
import { useRow, useWatch } from '../../stores/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { type Freshness, Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ImportState } from './import-state.tsx'
import classes from './imports.module.css'
import { RowsTable } from './rows-table.tsx'

const route = getRouteApi('/imports/$importId')

/** One import: its progress, what it would do or did, row by row, and the decision (IMP-1). */
export function OneImport() {
  const t = useT()
  const importId = Number(route.useParams().importId)
  const live = useWatch(one, { importId })
  const found = useRow(live, 'import', importId)
  const back = <Link to="/imports">{t('imports.title')}</Link>
  if (found)
    return (
      <Found
        key={importId}
        importId={importId}
        found={found}
        live={{ fresh: live.state === 'live', asOf: live.asOf }}
      />
    )
  if (!live.refusal) return <PageSkeleton />
  return (
    <Page title={t('imports.title')} back={back}>
      <EmptyState icon="document" title={t('imports.gone')} />
    </Page>
  )
}

interface FoundProps {
  importId: number
  found: ImportView
  live: Freshness
}

function Found({ importId, found, live }: FoundProps) {
  const t = useT()
  const { state, counts, problem } = found
  const busy = busyStates.includes(state)
  return (
    <Page
      title={found.fileName}
      lead={`${t(`imports.entity.${found.entity}`)} · ${found.by ?? '–'} · ${formatDateTime(found.createdAt)}`}
      back={<Link to="/imports">{t('imports.title')}</Link>}
      width="full"
      live={live}
      actions={<Actions importId={importId} found={found} />}
    >
      <div className={classes.buttons}>
        <ImportState state={state} />
      </div>
      {busy && (
        <div role="status">
          <progress
            className={classes.progress}
            aria-label={t('common.rows')}
            max={found.total || 1}
            value={found.processed}
          />
          <p>{t('imports.progress', { done: formatNumber(found.processed), total: formatNumber(found.total) })}</p>
        </div>
      )}
      {problem && (
        <Alert severity="error">
          {refusalText({ code: problem.refusal, ...(problem.params ? { params: problem.params } : {}) })}
        </Alert>
      )}
      {state === 'checked' && counts.wrong > 0 && (
        <Alert severity="warning">{t('imports.wrong', { count: counts.wrong })}</Alert>
      )}
      {state === 'done' && (
        <Alert severity="success">{t('imports.done', { added: counts.new, changed: counts.changed })}</Alert>
      )}
      {(state === 'checked' || state === 'importing' || state === 'done' || state === 'undone') && (
        <RowsTable importId={importId} found={found} />
      )}
    </Page>
  )
}

function Actions({ importId, found: { state, counts, entity } }: Omit<FoundProps, 'live'>) {
  const t = useT()
  const act = async (def: typeof run | typeof cancel) => {
    const answer = await send(def, { importId })
    if (!answer.ok) notify.refusal(answer.refusal)
  }
  const start = async () => {
    const text = t('imports.run.text', { added: counts.new, changed: counts.changed })
    if (await confirm({ title: t('imports.run.title'), text, act: t('imports.run') })) await act(run)
  }
  const open = state === 'checked' || busyStates.includes(state)
  const wrong = state === 'checked' && counts.wrong > 0
  return (
    <>
      {open && (
        <Button variant="default" onClick={() => void act(cancel)}>
          {t('imports.cancel')}
        </Button>
      )}
      {wrong && (
        <Button
          variant="default"
          leftSection={<Icon name="download" size={18} />}
          onClick={() => void saveFile(`/imports/${importId}/errors`, `import-${importId}.csv`)}
        >
          {t('imports.errors')}
        </Button>
      )}
      {(wrong || state === 'failed') && (
        <Button component={Link} to={`/imports/add?entity=${entity}`}>
          {t('imports.mend')}
        </Button>
      )}
      {state === 'checked' && counts.wrong === 0 && counts.new + counts.changed > 0 && (
        <Button onClick={() => void start()}>{t('imports.run')}</Button>
      )}
    </>
  )
}
