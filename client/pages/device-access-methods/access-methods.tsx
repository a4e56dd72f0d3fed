import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { accessAttributes, list } from '../../../contract/device-access-methods.ts'
import { useT } from '../../i18n/i18n.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { Icon } from '../../ui/icons.tsx'
import { shownName, useAccessMethodColumns } from './columns.tsx'
import { useManyDeviceAccessMethods } from './many-device-access-methods.tsx'

const route = getRouteApi('/device-access-methods')

/** In which ways devices can be opened and closed (ADM-9). */
export function AccessMethods() {
  const t = useT()
  const add = (
    <Button component={Link} to="/device-access-methods/add" leftSection={<Icon name="plus" size={18} />}>
      {t('device-access-methods.add')}
    </Button>
  )
  return (
    <ListPage
      def={list}
      search={useListSearch(list, route.useSearch())}
      title={t('device-access-methods.title')}
      lead={t('device-access-methods.lead')}
      label={t('device-access-methods.title')}
      searchLabel={t('common.searchNameOrDescription')}
      actions={add}
      columns={useAccessMethodColumns()}
      link={({ id }, content) => (
        <Link to="/device-access-methods/$accessMethodId" params={{ accessMethodId: String(id) }}>
          {content}
        </Link>
      )}
      many={useManyDeviceAccessMethods()}
      rowName={shownName}
      empty={{
        icon: 'key',
        title: t('device-access-methods.empty.title'),
        text: t('device-access-methods.empty.text'),
        action: add,
      }}
      filters={(given, filter) => (
        <FilterSelect
          label={t('device-access-methods.attributes')}
          value={given.attribute}
          options={accessAttributes.map((each) => [each, t(`device-access-methods.attribute.${each}`)])}
          onChange={(attribute) => filter({ attribute })}
        />
      )}
    />
  )
}
