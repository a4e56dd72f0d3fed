import { setClockOffset } from '../ui/clock.ts'
import { createLink, type Link } from './socket.ts'
import { createWatches, type Watches } from './watch.ts'

/** The connection to the portal of somebody with a link and perhaps no account. */
export interface GuestLink {
  readonly link: Link
  readonly watches: Watches
}

let made: GuestLink | undefined
let users = 0
let closing: ReturnType<typeof setTimeout> | undefined

/** Delay before closing after the last page is gone: the next one may be about to come. */
const lingerMs = 5_000

/** The guests' link of this page, created when first needed; connected while in use. */
export function guestLink(): GuestLink {
  if (made) return made
  const link = createLink({ guest: true })
  link.onHello(({ time }) => setClockOffset(Date.parse(time) - Date.now()))
  // The browser's session is over: without one the person is a guest like others.
  link.on((moment) => moment === 'EXPIRED' && users > 0 && link.open())
  window.addEventListener('offline', () => link.network(false))
  window.addEventListener('online', () => link.network(true))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') link.network(true)
  })
  made = { link, watches: createWatches(link) }
  return made
}

/** Connects the guests' link for as long as it is used. Returns the function that releases it. */
export function holdGuestLink(): () => void {
  const { link } = guestLink()
  clearTimeout(closing)
  users += 1
  link.open()
  return () => {
    users -= 1
    if (users === 0) closing = setTimeout(() => users === 0 && link.close(), lingerMs)
  }
}
