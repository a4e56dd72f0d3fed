import { Button } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod'
import { type ListDef, maxPageSize } from '../../contract/list.ts'
import { maxRows } from '../../contract/many.ts'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { ask } from '../link/ask.ts'
import { notify } from '../ui/notify.tsx'
import type { RowOf } from './address.ts'
import type { ListState } from './use-list.ts'
import type { Selection } from './use-selection.ts'

interface SelectAllProps<D extends ListDef> {
  list: ListState<D>
  selection: Selection<RowOf<D>>
}

/** Selects the rows of all pages, up to `maxRows`. */
export function SelectAll<D extends ListDef>({ list, selection }: SelectAllProps<D>) {
  const t = useT()
  const [loading, setLoading] = useState(false)
  const total = list.view?.recordCount ?? 0
  const count = Math.min(total as number, maxRows)
  if (selection.rows.length >= count) return null
  const press = async () => {
    setLoading(true)
    const found: RowOf<D>[] = []
    for (let page = 1; found.length < count; page += 1) {
      const input = { ...list.input, page, pageSize: maxPageSize } as unknown as z.input<D['input']>
      const answer = await ask(list.def, input)
      if (!answer.ok) {
        setLoading(false)
        return notify.refusal(answer.refusal)
      }
      const { rows } = answer.view as { rows: RowOf<D>[] }
      found.push(...rows)
      if (rows.length < maxPageSize) break
    }
    setLoading(false)
    selection.choose(found.slice(0, maxRows))
  }
  return (
    <Button variant="default" loading={loading} onClick={() => void press()}>
      {t((total as number) > maxRows ? 'lists.select.first' : 'lists.select.matching', { shown: formatNumber(count) })}
    </Button>
  )
}
