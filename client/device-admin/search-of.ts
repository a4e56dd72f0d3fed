import type { optionKinds } from '../../contract/devices/admin.ts'

/** Returns the input of `devices.options` for a search among rows of one kind. */
export const searchOf = (of: (typeof optionKinds)[number]) => (search: string) => ({ of, search })
