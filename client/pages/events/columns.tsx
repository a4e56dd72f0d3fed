import type { EventRow, list } from '../../../contract/events.ts'
import { dateText } from '../../dates/date-text.ts'
import { formatDate } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'
import { TwoLines } from '../../lists/two-lines.tsx'

type EventColumn = ListColumn<EventRow, (typeof list.sorts)[number]>

/** The columns of access times. */
export function useEventColumns(): readonly EventColumn[] {
  const t = useT()
  return [
    {
      key: 'name',
      title: t('common.name'),
      sort: 'name',
      always: true,
      phone: 'title',
      cell: ({ name, description }) => <TwoLines small={description}>{name}</TwoLines>,
    },
    { key: 'zone', title: t('common.zone'), sort: 'zone', cell: ({ zone }) => zone.name },
    { key: 'startsOn', title: t('events.startsOn'), sort: 'startsOn', cell: ({ startsOn }) => dateText(startsOn) },
    {
      key: 'endsOn',
      title: t('events.endsOn'),
      sort: 'endsOn',
      cell: ({ endsOn }) => (endsOn === null ? t('events.noEnd') : dateText(endsOn)),
    },
    {
      key: 'hours',
      title: t('events.hours'),
      cell: ({ dailyFrom, dailyUntil }) =>
        dailyFrom === null || dailyUntil === null
          ? t('events.fullDay')
          : t('events.window', { from: dailyFrom, until: dailyUntil }),
    },
    { key: 'mode', title: t('common.access'), sort: 'mode', cell: ({ mode }) => t(`events.mode.${mode}`) },
    {
      key: 'tariff',
      title: t('common.tariff'),
      sort: 'tariff',
      cell: ({ tariff }) => tariff?.name ?? t('events.free'),
    },
    {
      key: 'modifiedAt',
      title: t('common.changed'),
      sort: 'modifiedAt',
      hidden: true,
      cell: ({ modifiedAt }) => <time dateTime={modifiedAt}>{formatDate(modifiedAt)}</time>,
    },
  ]
}
