import { tabStorage } from './tab-storage.ts'

const name = 'came anew'
const hasReloaded = (): boolean => tabStorage.get(name) !== null

/**
 * Reloads the page, at most once per tab until `cameHere`; never if the browser stores nothing, because the page could
 * then reload for ever. Chromium remembers that an import of a module failed and never retries it, so only a reload
 * helps. Only guest pages reload themselves: on other pages a form may be open, so they show a button. Fetching every
 * file of a part in advance would cost each visitor 0.4 s on a mobile connection.
 */
export function reloadOnce(): void {
  if (hasReloaded()) return
  tabStorage.set(name, true)
  if (hasReloaded()) window.location.reload()
}

/** The part has loaded: the page may reload again next time. */
export const allowReload = (): void => tabStorage.remove(name)
