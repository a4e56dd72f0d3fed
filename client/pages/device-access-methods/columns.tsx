import type { AccessMethodRow, list } from '../../../contract/device-access-methods.ts'
import { formatDate, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import type { ListColumn } from '../../lists/column.ts'
import { TwoLines } from '../../lists/two-lines.tsx'

type AccessMethodColumn = ListColumn<AccessMethodRow, (typeof list.sorts)[number]>

/** The name of a method in the language of the page. */
export const shownName = ({ displayName, names }: AccessMethodRow): string => nameIn({ name: displayName, names })

/** The columns of access methods. */
export function useAccessMethodColumns(): readonly AccessMethodColumn[] {
  const t = useT()
  return [
    {
      key: 'displayName',
      title: t('common.displayName'),
      sort: 'displayName',
      always: true,
      phone: 'title',
      cell: (method) => <TwoLines small={method.description}>{shownName(method)}</TwoLines>,
    },
    { key: 'name', title: t('common.internalName'), sort: 'name', cell: ({ name }) => name },
    {
      key: 'attributes',
      title: t('device-access-methods.attributes'),
      cell: ({ attributes }) => attributes.map((each) => t(`device-access-methods.attribute.${each}`)).join(', '),
    },
    {
      key: 'disableControlWhenInState',
      title: t('device-access-methods.disableControlWhenInState'),
      hidden: true,
      cell: ({ disableControlWhenInState }) => t(disableControlWhenInState ? 'common.yes' : 'common.no'),
    },
    {
      key: 'devices',
      title: t('common.devices'),
      sort: 'devices',
      align: 'end',
      cell: ({ devices }) => formatNumber(devices),
    },
    {
      key: 'modifiedAt',
      title: t('common.changed'),
      sort: 'modifiedAt',
      cell: ({ modifiedAt }) => <time dateTime={modifiedAt}>{formatDate(modifiedAt)}</time>,
    },
  ]
}
