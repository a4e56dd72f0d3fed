import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { changes, eventModes, list } from '../../../contract/events.ts'
import { list as zones } from '../../../contract/zones.ts'
import { useT } from '../../i18n/i18n.ts'
import { FilterReference } from '../../lists/filter-reference.tsx'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Icon } from '../../ui/icons.tsx'
import { useEventColumns } from './columns.tsx'
import { useManyEvents } from './many-events.tsx'

const route = getRouteApi('/events')

/** The access times of the zones that somebody manages; admins see all (ADM-11). */
export function Events() {
  const t = useT()
  const moved = useChangeCounter(useWatch(changes, {}), 'accessTime')
  const add = (
    <Button component={Link} to="/events/add" leftSection={<Icon name="plus" size={18} />}>
      {t('events.add')}
    </Button>
  )
  return (
    <ListPage
      def={list}
      search={useListSearch(list, route.useSearch())}
      moved={moved}
      title={t('common.accessTimes')}
      lead={t('events.lead')}
      label={t('common.accessTimes')}
      searchLabel={t('events.search')}
      actions={add}
      columns={useEventColumns()}
      link={({ id }, content) => (
        <Link to="/events/edit" search={{ eventId: id }}>
          {content}
        </Link>
      )}
      many={useManyEvents()}
      rowName={({ name }) => name}
      empty={{ icon: 'schedule', title: t('events.empty.title'), text: t('events.empty.text'), action: add }}
      filters={(given, filter, view) => (
        <>
          <FilterReference
            label={t('common.zone')}
            value={given.zoneId}
            query={zones}
            toQuery={(search) => ({ search })}
            toOptions={({ rows }) => rows}
            known={(view?.rows ?? []).map(({ zone }) => zone)}
            onChange={(zoneId) => filter({ zoneId })}
          />
          <FilterSelect
            label={t('common.access')}
            value={given.mode}
            options={eventModes.map((mode) => [mode, t(`events.mode.${mode}`)])}
            onChange={(mode) => filter({ mode })}
          />
        </>
      )}
    />
  )
}
