import { tabStorage } from './tab-storage.ts'

const name = 'came anew'
const hasReloaded = (): boolean => tabStorage.get(name) !== null

/**
 * Reloads the page, at most once per tab until `cameHere`; never where the browser stores nothing, because the page could then reload for ever.
 * Chromium remembers that a module's own import failed and never asks for it again, so nothing but a reload helps. Only guest pages do this by
 * themselves: on other pages somebody may have a form open, so they show a button. Fetching every file of a part in advance would cost each visitor
 * 0.4 s on a mobile line.
 */
export function reloadOnce(): void {
  if (hasReloaded()) return
  tabStorage.set(name, true)
  if (hasReloaded()) window.location.reload()
}

/** What the page would have come again for is here: the next time it may again. */
export const allowReload = (): void => tabStorage.remove(name)
