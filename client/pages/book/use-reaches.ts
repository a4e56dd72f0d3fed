import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { connection } from '../../stores/connection.ts'

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether updates reach this page: by the live connection for signed-in people, else by the browser's network state. */
export function useReaches(signedIn: boolean): boolean {
  const { carries } = useSnapshot(connection)
  const online = useSyncExternalStore(onNetwork, () => navigator.onLine)
  return signedIn ? carries : online
}
