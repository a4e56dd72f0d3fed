import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { list } from '../../../contract/device-types.ts'
import { useT } from '../../i18n/i18n.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { Icon } from '../../ui/icons.tsx'
import { shownName, useDeviceTypeColumns } from './columns.tsx'
import { useManyDeviceTypes } from './many-device-types.tsx'

const route = getRouteApi('/device-types')

/** All device types: what devices can do, and the field maps that read decoded uplinks (ADM-8, GW-7). */
export function DeviceTypes() {
  const t = useT()
  const add = (
    <Button component={Link} to="/device-types/add" leftSection={<Icon name="plus" size={18} />}>
      {t('device-types.add')}
    </Button>
  )
  return (
    <ListPage
      def={list}
      search={useListSearch(list, route.useSearch())}
      title={t('device-types.title')}
      lead={t('device-types.lead')}
      label={t('device-types.title')}
      searchLabel={t('common.searchNameOrDescription')}
      actions={add}
      columns={useDeviceTypeColumns()}
      link={({ id }, content) => (
        <Link to="/device-types/$deviceTypeId" params={{ deviceTypeId: String(id) }}>
          {content}
        </Link>
      )}
      many={useManyDeviceTypes()}
      rowName={shownName}
      empty={{
        icon: 'tag',
        title: t('device-types.empty.title'),
        text: t('device-types.empty.text'),
        action: add,
      }}
      filters={(given, filter) => (
        <FilterSelect
          label={t('device-types.isReservable')}
          value={given.isReservable === undefined ? undefined : Number(given.isReservable)}
          options={[
            [1, t('common.yes')],
            [0, t('common.no')],
          ]}
          onChange={(value) => filter({ isReservable: value === undefined ? undefined : value === 1 })}
        />
      )}
    />
  )
}
