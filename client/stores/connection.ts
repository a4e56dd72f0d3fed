import { proxy } from 'valtio'
import { createActor } from 'xstate'
import { type Banner, bannerOf, type ConnectionState, carries, connectionMachine } from '../../machines/connection.ts'
import { pageLink, pageWatches } from '../link/page.ts'
import { setClockOffset } from '../ui/clock.ts'

/** The state of the connection; `banner` is shown by the shell, `carries` says whether commands may be sent now. */
export const connection = proxy<{ state: ConnectionState; banner: Banner; carries: boolean; since: number }>({
  state: 'signedOut',
  banner: null,
  carries: false,
  since: 0,
})

const actor = createActor(connectionMachine)
let joined = false

/** Binds the machine to the link of this page and to the browser's network events, once. */
function join(): void {
  if (joined) return
  joined = true
  actor.subscribe((snapshot) => {
    const state = snapshot.value as ConnectionState
    if (state === connection.state) return
    Object.assign(connection, { state, banner: bannerOf(state), carries: carries(state), since: Date.now() })
  })
  actor.start()
  const link = pageLink()
  link.on((type) => actor.send({ type }))
  link.onHello(({ time }) => setClockOffset(Date.parse(time) - Date.now()))
  pageWatches().onSynced(() => actor.send({ type: 'SYNCED' }))
  window.addEventListener('offline', () => {
    actor.send({ type: 'NETWORK_DOWN' })
    link.network(false)
  })
  window.addEventListener('online', () => {
    actor.send({ type: 'NETWORK_UP' })
    link.network(true)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') link.network(true)
  })
}

/** Connects and stays connected. */
export function openConnection(): void {
  join()
  actor.send({ type: 'START' })
  pageLink().open()
}

/** Signed out: no connection, no rows. */
export function closeConnection(): void {
  pageLink().close()
  actor.send({ type: 'STOP' })
  pageWatches().clear()
}
