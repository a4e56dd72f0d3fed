import { createLink, type Link } from './socket.ts'
import { createWatches, type Watches } from './watch.ts'

let link: Link | undefined
let watches: Watches | undefined

/** The link of this page, created when first needed. */
export function pageLink(): Link {
  link ??= createLink()
  return link
}

/** The watched views of this page. */
export function pageWatches(): Watches {
  watches ??= createWatches(pageLink())
  return watches
}
