import type { DoorState } from '../../machines/device.ts'
import type { useT } from '../i18n/i18n.ts'

/** Whether it stands open, in words: what moves is a barrier where the type is drawn as one, else a door. */
export function doorText(state: DoorState, type: { readonly icon: string | null }, t: ReturnType<typeof useT>): string {
  return t(`devices.door.${state}`, doorWhat(type))
}

/** What moves, as the texts' parameter. */
export function doorWhat({ icon }: { readonly icon: string | null }): { what: 'barrier' | 'door' } {
  return { what: icon === 'barrier' ? 'barrier' : 'door' }
}
