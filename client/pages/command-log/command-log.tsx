import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { commandLog, eventReaders } from '../../../contract/control.ts'
import { mayAccess } from '../../../contract/features.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { readerZone } from '../../i18n/reader-zone.ts'
import { session } from '../../stores/session.ts'
import { useQuery } from '../../stores/use-query.ts'
import { whileSeen } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import classes from './command-log.module.css'
import { CommandLogTable } from './command-log-table.tsx'
import { CommandLogTools } from './command-log-tools.tsx'
import { commandLogInput, isNarrowed, isWholeCode, pageSize, withoutFilters } from './filter.ts'
import type { CommandLogSearch } from './search.ts'

const route = getRouteApi('/commands')
/** The first page is looked at again so often while somebody looks, ms: new commands come on top. */
const againMs = 20_000

/** The command log: every command and every refused request of the reader's sites, newest first; support finds one by its code (CTRL-8). */
export function CommandLog() {
  const t = useT()
  const search = route.useSearch()
  const change = useSearchChange<CommandLogSearch>()
  const compact = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const { features } = useSnapshot(session)
  const operator = mayAccess(eventReaders, new Set(features))
  const input = useMemo(() => commandLogInput(search, readerZone()), [search])
  const asks = operator || isWholeCode(search.query ?? '')
  const found = useQuery(commandLog, asks ? input : null)
  const { view, retry } = found
  useEffect(() => (asks && input.page === 1 ? whileSeen(againMs, retry) : undefined), [asks, input.page, retry])
  const filter = (next: Parameters<typeof change>[0]) => change({ page: undefined, ...next })
  const last = view === null ? 1 : Math.max(1, Math.ceil(view.recordCount / pageSize))
  const beyond = asks && view !== null && !found.former && input.page > last
  useEffect(() => {
    if (beyond) change({ page: last === 1 ? undefined : last })
  }, [beyond, last, change])
  const shown = asks ? view : null
  return (
    <Page
      title={t('common.commands')}
      lead={operator ? t('command-log.lead') : undefined}
      actions={
        asks && (
          <Button variant="default" leftSection={<Icon name="refresh" size={18} />} onClick={retry}>
            {t('command-log.again')}
          </Button>
        )
      }
      tools={
        <CommandLogTools
          search={search}
          rows={shown?.deviceCommands ?? []}
          operator={operator}
          compact={compact}
          onChange={filter}
        />
      }
    >
      {!asks && (
        <EmptyState icon="search" title={t('command-log.support.title')} text={t('command-log.support.text')} />
      )}
      {asks && view === null && found.refusal === null && (
        <RowsSkeleton rows={8} height={compact ? '9rem' : '3.5rem'} />
      )}
      {found.refusal !== null && (
        <ErrorState text={refusalText(found.refusal)} supportCode={found.refusal.supportCode} onRetry={retry} />
      )}
      {shown !== null && shown.deviceCommands.length === 0 && !beyond && (
        <EmptyState
          icon="list"
          title={t(isNarrowed(search) ? 'command-log.none.title' : 'command-log.empty.title')}
          text={t(isNarrowed(search) ? 'command-log.none.text' : 'command-log.empty.text')}
          action={
            isNarrowed(search) && (
              <Button variant="default" onClick={() => change(withoutFilters)}>
                {t('bookings.filter.reset')}
              </Button>
            )
          }
        />
      )}
      {shown !== null && shown.deviceCommands.length > 0 && (
        <div className={classes.results} data-former={found.former || undefined} aria-busy={found.former}>
          <CommandLogTable deviceCommands={shown.deviceCommands} operator={operator} />
          <Pager
            page={input.page}
            pageSize={pageSize}
            total={shown.recordCount}
            onPage={(page) => change({ page: page === 1 ? undefined : page })}
          />
        </div>
      )}
    </Page>
  )
}
