import { useState } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { useLazy } from '../ui/use-lazy.ts'
import { UserButton } from './user-button.tsx'
import type { UserMenuProps } from './user-popover.tsx'

const popover = lazyPart(
  () => import('./user-popover.tsx'),
  ({ UserPopover }) => UserPopover,
)

/** Account menu of the header. Its content loads when it is first opened. */
export function UserMenu(props: UserMenuProps) {
  const { loaded: Menu, ask } = useLazy(popover, 'asked')
  const [wanted, setWanted] = useState(false)
  const open = () => {
    setWanted(true)
    // A menu that opens long after the click would be a surprise.
    void ask().then((loaded) => loaded || setWanted(false))
  }
  return Menu ? (
    <Menu {...props} open={wanted} />
  ) : (
    <UserButton user={props.user} aria-haspopup="dialog" aria-expanded={false} aria-busy={wanted} onClick={open} />
  )
}
