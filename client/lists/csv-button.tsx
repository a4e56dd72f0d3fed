import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ListDef } from '../../contract/list.ts'
import { csvName } from '../charts/csv.ts'
import { useT } from '../i18n/i18n.ts'
import { download, save } from '../link/download.ts'
import { serverNow } from '../ui/clock.ts'
import { Icon } from '../ui/icons.tsx'
import { notify } from '../ui/notify.tsx'
import type { ListState } from './use-list.ts'
import type { RowId } from './use-selection.ts'

interface CsvButtonProps<D extends ListDef> {
  list: ListState<D>
  title: string
  /** Only these rows. */
  ids?: readonly RowId[]
}

/** Saves the whole list, filtered and sorted, or some of its rows as a file; a second click stops it. */
export function CsvButton<D extends ListDef>({ list, title, ids }: CsvButtonProps<D>) {
  const t = useT()
  const [loading, setLoading] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const press = async () => {
    if (running.current) return running.current.abort()
    const mine = new AbortController()
    running.current = mine
    setLoading(true)
    const { page: _page, pageSize: _size, ...input } = list.input
    const query = new URLSearchParams({ input: JSON.stringify(input), ...(ids ? { ids: ids.join() } : {}) })
    const answer = await download(`/lists/${list.def.name}/csv?${query}`, {
      accept: 'text/csv',
      signal: mine.signal,
      onProgress: () => {},
    })
    running.current = null
    setLoading(false)
    if (answer.ok) {
      const name = csvName([title, new Date(serverNow()).toISOString().slice(0, 10)])
      save(answer.blob, name)
      notify.success(t('lists.csv.done', { name }))
    } else if (!answer.stopped) notify.refusal(answer.refusal)
  }
  const hint = t(ids ? 'lists.csv.selected' : 'lists.csv.hint')
  return (
    <Button
      variant="default"
      leftSection={<Icon name={loading ? 'close' : 'download'} size={18} />}
      title={hint}
      aria-label={loading ? t('lists.csv.stop') : hint}
      aria-busy={loading}
      onClick={() => void press()}
    >
      {t(ids ? 'lists.csv.selected' : 'common.csv')}
    </Button>
  )
}
