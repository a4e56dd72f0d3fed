import { useState } from 'react'
import { part } from '../ui/lazy-part.ts'
import { useLater } from '../ui/use-lazy.ts'
import { UserButton } from './user-button.tsx'
import type { UserMenuProps } from './user-popover.tsx'

const popover = part(
  () => import('./user-popover.tsx'),
  ({ UserPopover }) => UserPopover,
)

/** Account menu of the header. What it opens comes after the first screen; who is quicker gets it open. */
export function UserMenu(props: UserMenuProps) {
  const { loaded: Menu, ask } = useLater(popover)
  const [wanted, setWanted] = useState(false)
  const open = () => {
    setWanted(true)
    // A menu that comes long after the click would surprise.
    void ask().then((came) => came || setWanted(false))
  }
  return Menu ? (
    <Menu {...props} open={wanted} />
  ) : (
    <UserButton user={props.user} aria-haspopup="dialog" aria-expanded={false} onClick={open} />
  )
}
