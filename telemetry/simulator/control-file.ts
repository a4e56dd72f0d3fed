/** File next to the simulator's configuration that says how to reach the control. */
export const controlFileName = 'simulator-control.json'

/** Port and key of the control. */
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
