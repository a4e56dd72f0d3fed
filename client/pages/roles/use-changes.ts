import { useState } from 'react'
import type { MatrixView, RoleChange, RoleView } from '../../../contract/roles.ts'
import type { MatrixProduct } from './areas.ts'

const keyOf = (role: RoleView, product: MatrixProduct) => `${role.id} ${product.id}`

/** Which boxes somebody has changed and not saved yet. */
export interface Changes {
  /** Changes from what the server holds. */
  readonly list: readonly RoleChange[]
  readonly granted: (role: RoleView, product: MatrixProduct) => boolean
  readonly changed: (role: RoleView, product: MatrixProduct) => boolean
  readonly toggle: (role: RoleView, product: MatrixProduct) => void
  readonly discard: () => void
}

/** The unsaved changes of a matrix. They stay when the matrix is read again; those that hold by then are none any more. */
export function useChanges(view: MatrixView): Changes {
  const { roles, products } = view
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [seen, setSeen] = useState(view)
  if (seen !== view) {
    const holds = new Set(products.flatMap(({ id, roleIds }) => roleIds.map((roleId) => `${roleId} ${id}`)))
    setSeen(view)
    setWanted(new Map([...wanted].filter(([key, granted]) => holds.has(key) !== granted)))
  }
  const held = (role: RoleView, product: MatrixProduct) => product.roleIds.includes(role.id)
  const granted = (role: RoleView, product: MatrixProduct) => wanted.get(keyOf(role, product)) ?? held(role, product)
  const changed = (role: RoleView, product: MatrixProduct) => granted(role, product) !== held(role, product)
  const list = products.flatMap((product) =>
    roles
      .filter((role) => changed(role, product))
      .map((role) => ({ roleId: role.id, productId: product.id, granted: granted(role, product) })),
  )
  return {
    list,
    granted,
    changed,
    toggle: (role, product) =>
      setWanted((before) => new Map(before).set(keyOf(role, product), !granted(role, product))),
    discard: () => setWanted(new Map()),
  }
}
