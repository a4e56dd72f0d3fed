import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { commandLog, eventReaders } from '../../../contract/control.ts'
import { mayAccess } from '../../../contract/features.ts'
import { DeviceCommandLink } from '../../commands/device-command-link.tsx'
import { useT } from '../../i18n/i18n.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { session } from '../../stores/session.ts'
import { whileSeen } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { useLogColumns } from './columns.tsx'
import { LogChips, LogFilters } from './log-filters.tsx'
import { isWholeCode } from './search.ts'

const route = getRouteApi('/commands')
/** Interval at which the first page is reloaded while visible, ms: new commands appear on top. */
const againMs = 20_000

/** The command log: every command and every refused request of the reader's sites; support finds one by its code (CTRL-8). */
export function CommandLog() {
  const t = useT()
  const search = useListSearch(commandLog, route.useSearch())
  const change = useSearchChange<typeof search>()
  const { features } = useSnapshot(session)
  const operator = mayAccess(eventReaders, new Set(features))
  const asks = operator || isWholeCode(search.search ?? '')
  const [looks, setLooks] = useState(0)
  const again = () => setLooks((count) => count + 1)
  const first = asks && search.page === undefined
  useEffect(() => (first ? whileSeen(againMs, () => setLooks((count) => count + 1)) : undefined), [first])
  const typeCode = {
    icon: 'search',
    title: t('command-log.support.title'),
    text: t('command-log.support.text'),
  } as const
  return (
    <ListPage
      def={commandLog}
      search={search}
      moved={looks}
      title={t('common.commands')}
      lead={operator ? t('command-log.lead') : undefined}
      label={t('command-log.list')}
      searchLabel={t(operator ? 'command-log.search' : 'common.supportCode')}
      columns={useLogColumns()}
      link={(deviceCommand, content) => (
        <DeviceCommandLink deviceCommand={deviceCommand} coded={!operator}>
          {content}
        </DeviceCommandLink>
      )}
      actions={
        asks && (
          <Button variant="default" leftSection={<Icon name="refresh" size={18} />} onClick={again}>
            {t('command-log.again')}
          </Button>
        )
      }
      filters={(given, filter) => operator && <LogFilters search={given} onChange={filter} />}
      above={(view) => <LogChips search={search} onChange={change} rows={view.rows} />}
      empty={
        operator ? { icon: 'list', title: t('command-log.empty.title'), text: t('command-log.empty.text') } : typeCode
      }
      none={asks ? undefined : typeCode}
    />
  )
}
