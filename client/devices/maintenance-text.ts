import { maintenanceStates } from '../../contract/devices/admin.ts'
import type { useT } from '../i18n/i18n.ts'

/** Returns a maintenance state in words; what older systems wrote stays as it is. */
export function maintenanceText(state: string, t: ReturnType<typeof useT>): string {
  const known = maintenanceStates.find((each) => each === state)
  return known === undefined ? state : t(`device-admin.maintenanceState.${known}`)
}

/** Returns the states that can be chosen: the known ones, and another that the device has. */
export function maintenanceOptions(t: ReturnType<typeof useT>, kept?: string): [string, string][] {
  const states: string[] = [...maintenanceStates]
  if (kept !== undefined && !states.includes(kept)) states.push(kept)
  return states.map((state) => [state, maintenanceText(state, t)])
}
