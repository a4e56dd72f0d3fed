import { useState } from 'react'
import { UserButton } from './UserButton.tsx'
import type { UserMenuProps } from './UserPopover.tsx'
import { untilLoaded } from './untilLoaded.ts'
import { useLater } from './useLater.ts'

const load = untilLoaded(
  () => import('./UserPopover.tsx'),
  ({ UserPopover }) => UserPopover,
)

/** Account menu of the header. What it opens comes after the first screen; who is quicker gets it open. */
export function UserMenu(props: UserMenuProps) {
  const { part: Menu, ask } = useLater(load)
  const [wanted, setWanted] = useState(false)
  const open = () => {
    setWanted(true)
    ask()
  }
  return Menu ? (
    <Menu {...props} open={wanted} />
  ) : (
    <UserButton user={props.user} aria-haspopup="dialog" aria-expanded={false} onClick={open} />
  )
}
