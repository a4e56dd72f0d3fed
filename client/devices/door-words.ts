import type { DoorState } from '../../machines/device.ts'
import type { useT } from '../i18n/i18n.ts'

/** Returns the door state in words: a barrier if the type is drawn as one, else a door. */
export function doorText(state: DoorState, type: { readonly icon: string | null }, t: ReturnType<typeof useT>): string {
  return t(`devices.door.${state}`, doorWhat(type))
}

/** What moves, as a parameter of the texts. */
export function doorWhat({ icon }: { readonly icon: string | null }): { what: 'barrier' | 'door' } {
  return { what: icon === 'barrier' ? 'barrier' : 'door' }
}
