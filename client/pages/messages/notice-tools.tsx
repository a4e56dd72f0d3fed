import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { type NoticeState, noticeChannels, noticeKinds, noticeStates } from '../../../contract/messages.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchText } from '../../ui/use-search-text.ts'
import classes from './notices.module.css'
import type { NoticeSearch } from './search.ts'

interface ToolsProps {
  search: NoticeSearch
  counts: Readonly<Record<NoticeState, number>> | null
  compact: boolean
  onChange: (change: { [K in keyof NoticeSearch]?: NoticeSearch[K] | undefined }) => void
}

/** Search and filters of the messages; on the phone the filters stand behind one button. */
export function NoticeTools({ search, counts, compact, onChange }: ToolsProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useSearchText(search.query ?? '', (query) => onChange({ query: query.trim() || undefined }))
  const select = <V extends string>(
    label: string,
    value: V | undefined,
    options: readonly [V, string][],
    set: (value: V | undefined) => void,
  ) => (
    <NativeSelect
      className={classes.select ?? ''}
      label={label}
      rightSection={<Icon name="chevronDown" size={18} />}
      value={value ?? ''}
      data={[
        { value: '', label: t('common.all') },
        ...options.map(([option, name]) => ({ value: option, label: name })),
      ]}
      onChange={(event) => set((event.currentTarget.value || undefined) as V | undefined)}
    />
  )
  const counted = (state: NoticeState): string => {
    const name = t(`notices.state.${state}`)
    return counts ? t('notices.filter.count', { name, count: counts[state] }) : name
  }
  return (
    <>
      <SearchField label={t('notices.search')} value={typed} onChange={setTyped} />
      {compact && (
        <Button
          variant="default"
          leftSection={<Icon name="filter" size={18} />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('control.filters')}
        </Button>
      )}
      {(!compact || open) && (
        <div className={classes.filters}>
          {select(
            t('notices.filter.state'),
            search.state,
            noticeStates.map((state) => [state, counted(state)]),
            (state) => onChange({ state }),
          )}
          {select(
            t('notices.filter.channel'),
            search.channel,
            noticeChannels.map((channel) => [channel, t(`notices.channel.${channel}`)]),
            (channel) => onChange({ channel }),
          )}
          {select(
            t('common.about'),
            search.kind,
            noticeKinds.map((kind) => [kind, t(`notices.kind.${kind}`)]),
            (kind) => onChange({ kind }),
          )}
        </div>
      )}
    </>
  )
}
