import { useState } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { useLazy } from '../ui/use-lazy.ts'
import { UserButton } from './user-button.tsx'
import type { UserMenuProps } from './user-popover.tsx'

const popover = lazyPart(
  () => import('./user-popover.tsx'),
  ({ UserPopover }) => UserPopover,
)

/** Account menu of the header. What it opens comes after the first screen; who is quicker gets it open. */
export function UserMenu(props: UserMenuProps) {
  const { loaded: Menu, ask } = useLazy(popover)
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
