import { useEffect } from 'react'
import { isOpen } from '../../devices/actions.ts'
import { whileSeen } from '../../ui/clock.ts'
import type { WholeCommand } from './happened.ts'

/** While a command is on its way it is read again every two seconds, and never after that. */
export function useMovingDeviceCommand(deviceCommand: WholeCommand | null, again: () => void): void {
  const moving = deviceCommand !== null && isOpen(deviceCommand.state)
  useEffect(() => (moving ? whileSeen(2_000, again) : undefined), [moving, again])
}
