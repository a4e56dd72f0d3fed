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

/** Whether news reach this page: by the live connection of whoever is signed in, else by what the browser says of its network. */
export function useReaches(signedIn: boolean): boolean {
  const { carries } = useSnapshot(connection)
  const online = useSyncExternalStore(onNetwork, () => navigator.onLine)
  return signedIn ? carries : online
}
