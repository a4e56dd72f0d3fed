import { useT } from '../../i18n/i18n.ts'

interface Nameable {
  readonly id: number
  readonly name: string | null
  readonly address: string | null
  readonly city: string | null
}

/** Names locations: by their name, else by their address. */
export function useLocationName(): (location: Nameable) => string {
  const t = useT()
  return ({ id, name, address, city }) =>
    name ?? ([address, city].filter(Boolean).join(', ') || t('locations.unnamed', { id: String(id) }))
}
