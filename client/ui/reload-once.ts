import { forget, keep, recall } from './tab-storage.ts'

const name = 'came anew'
const cameAnew = (): boolean => recall(name) !== null

/** Loads the page anew, at most once in a tab until `cameHere`. Where the browser stores nothing it does not: nothing would keep it from doing so for ever. */
export function comeAnewOnce(): void {
  if (cameAnew()) return
  keep(name, true)
  if (cameAnew()) window.location.reload()
}

/** What the page would have come anew for is here: the next time it may again. */
export const cameHere = (): void => forget(name)
