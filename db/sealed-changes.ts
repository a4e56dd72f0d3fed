import type { Knex } from 'knex'
import type { ChangeKind, RoomChange } from '../contract/changes.ts'
import { secretFields } from '../contract/secrets.ts'
import { prepared } from './sql.ts'

/** Kinds whose views have secrets. Their id is that of the reservation to which the secrets belong. */
export const sealedKinds = ['reservation', 'booking', 'access'] as const satisfies readonly ChangeKind[]

/** A change as it is stored: the values of the fields named in `sealed` are null, and are read again for each push. */
export type StoredChange = RoomChange & { readonly sealed?: readonly string[] }

interface Secrets {
  readonly id: number
  readonly pin: string | null
  readonly rfidToken: string | null
}

/** Returns the change without the values of its secrets, which must not outlive their reservation in the outbox. */
export function sealChange(change: RoomChange): StoredChange {
  if (change.view === null || !isSealed(change)) return change
  const sealed = Object.entries(change.view).flatMap(([field, value]) =>
    secretFields.has(field) && value !== null ? [field] : [],
  )
  if (sealed.length === 0) return change
  const view = { ...change.view, ...Object.fromEntries(sealed.map((field) => [field, null])) }
  return { ...change, view, sealed } as StoredChange
}

/** Returns the changes with their secrets as they are now: one statement, or none if no change has a secret. */
export async function unsealChanges(knex: Knex, changes: readonly StoredChange[]): Promise<RoomChange[]> {
  const ids = new Set(changes.flatMap(({ sealed, id }) => (sealed ? [Number(id)] : [])))
  if (ids.size === 0) return [...changes]
  const found = await prepared<Secrets>(
    knex,
    'SELECT id, pin, rfid_token AS "rfidToken" FROM reservations WHERE id = ANY (:ids)',
    { ids: [...ids] },
  )
  const secrets = new Map(found.map((row) => [row.id, row]))
  return changes.map(({ sealed, ...change }) => {
    const known = sealed && secrets.get(Number(change.id))
    if (!known) return change
    const open = Object.fromEntries(sealed.map((field) => [field, known[field as 'pin' | 'rfidToken']]))
    return { ...change, view: { ...change.view, ...open } } as RoomChange
  })
}

function isSealed({ kind }: RoomChange): boolean {
  return (sealedKinds as readonly ChangeKind[]).includes(kind)
}
