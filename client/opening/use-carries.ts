import { useCallback, useSyncExternalStore } from 'react'
import type { Link } from '../link/socket.ts'

/** Whether the link carries now. */
export function useCarries(link: Link): boolean {
  const subscribe = useCallback((listener: () => void) => link.on(listener), [link])
  return useSyncExternalStore(subscribe, () => link.socket.connected)
}
