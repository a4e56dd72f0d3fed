/** Beside the file with the simulator's configuration; says how to reach the control. */
export const controlFileName = 'simulator-control.json'

/** What the port file holds: where the control listens and the key that it wants. */
export interface ControlAddress {
  port: number
  key: string
  pid: number
}

export interface DeviceLine {
  gateway: string
  hardwareId: string
  name: string
  site: string
  type: string
  status: string
  door: string | null
  fault: string
}

export interface GatewayLine {
  hardwareId: string
  name: string
  site: string
  devices: number
  linked: boolean
  waiting: number
  fault: string
}
