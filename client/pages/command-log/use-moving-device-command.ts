import { useEffect } from 'react'
import { isOpen } from '../../devices/actions.ts'
import { whileSeen } from '../../ui/clock.ts'
import type { WholeCommand } from './happened.ts'

/** A command on its way is reloaded every two seconds, a finished one never. */
export function useMovingDeviceCommand(deviceCommand: WholeCommand | null, again: () => void): void {
  const moving = deviceCommand !== null && isOpen(deviceCommand.state)
  useEffect(() => (moving ? whileSeen(2_000, again) : undefined), [moving, again])
}
