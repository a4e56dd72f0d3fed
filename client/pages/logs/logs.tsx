import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { changes, type LogLevel, list, logAreas } from '../../../contract/logs.ts'
import { useT } from '../../i18n/i18n.ts'
import { inputAt } from '../../lists/address.ts'
import { FilterDay } from '../../lists/filter-day.tsx'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { useRows, useWatch } from '../../stores/use-watch.ts'
import { Icon } from '../../ui/icons.tsx'
import { useLogColumns } from './columns.tsx'
import { levelLooks } from './log-words.ts'
import classes from './logs.module.css'
import { useHeldBack } from './use-held-back.ts'

const route = getRouteApi('/logs')
/** Levels that the portal writes by itself. */
const levels = ['warn', 'error', 'fatal'] as const
const newestOf = (rows: readonly { newest: number }[]) => rows[0]?.newest ?? 0

/** Warnings and errors of the portal, live (ADM-21). */
export function Logs() {
  const t = useT()
  const search = useListSearch(list, route.useSearch())
  const live = useWatch(changes, {})
  const newest = useRows(live, 'log', newestOf)
  const first = search.page === undefined && search.sort === undefined
  const { upTo, waiting, show } = useHeldBack(newest, first, inputAt(list, search, 1))
  return (
    <ListPage
      def={list}
      search={search}
      moved={upTo}
      live={{ fresh: live.state === 'live', asOf: live.asOf }}
      title={t('logs.title')}
      lead={t('logs.lead')}
      label={t('logs.list')}
      searchLabel={t('logs.search')}
      columns={useLogColumns()}
      tone={({ level }) => levelLooks[level].tone}
      link={({ id }, content) => (
        <Link to="/logs/$lineId" params={{ lineId: String(id) }}>
          {content}
        </Link>
      )}
      empty={{ icon: 'check', title: t('logs.empty.title'), text: t('logs.empty.text') }}
      above={() =>
        waiting > 0 && (
          <Button
            className={classes.new ?? ''}
            radius="xl"
            leftSection={<Icon name="arrowUp" size={18} />}
            onClick={show}
          >
            {t('logs.new', { count: waiting })}
          </Button>
        )
      }
      filters={(given, filter) => (
        <>
          <FilterSelect
            label={t('logs.level')}
            value={given.level}
            options={levels.map((level): [LogLevel, string] => [level, t(`logs.level.${level}`)])}
            onChange={(level) => filter({ level })}
          />
          <FilterSelect
            label={t('logs.area')}
            value={given.area}
            options={logAreas.map((area) => [area, t(`logs.area.${area}`)])}
            onChange={(area) => filter({ area })}
          />
          <FilterDay label={t('common.from')} value={given.from} onChange={(from) => filter({ from })} />
          <FilterDay label={t('common.until')} value={given.until} end onChange={(until) => filter({ until })} />
        </>
      )}
    />
  )
}
