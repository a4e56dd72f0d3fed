import { useMemo } from 'react'
import type { ListDef } from '../../contract/list.ts'
import { type ListAddress, type ListSearch, readAddress } from './address.ts'

/** What the address of a page says about its list: `useListSearch(list, route.useSearch())`. */
export function useListSearch<D extends ListDef>(def: D, address: ListAddress<D>): ListSearch<D> {
  return useMemo(() => readAddress(def, address), [def, address])
}
