import type { Replay } from './recordings.ts'
import type { Use } from './stays.ts'

/** What the gateway simulator needs. It holds secrets, so only its owner may read it. */
export interface SimulatorConfig {
  readonly version: 1
  readonly gateways: readonly SimulatedGatewayConfig[]
}

export interface SimulatedGatewayConfig {
  readonly hardwareId: string
  readonly name: string
  readonly site: string
  /** Bearer token, 43 characters base64url. */
  readonly token: string
  /** Key of the command signatures: base64url of the bytes in gateway_tokens.order_key. */
  readonly orderKey: string
  /** How its messages travel; commands always come over the link. */
  readonly via: 'link' | 'http'
  readonly devices: readonly SimulatedDeviceConfig[]
}

export interface SimulatedDeviceConfig {
  /** Unique within the gateway. */
  readonly hardwareId: string
  readonly name: string
  /** device_types.type */
  readonly type: string
  readonly reportIntervalS: number
  /** Open at the start; closes by itself later if autoClose says so. */
  readonly open: boolean
  readonly autoClose: boolean
  readonly gateTimeS: number
  readonly unusedGateTimeS: number
  /** Null: never occupied (doors, barriers, climate sensors). */
  readonly use: Use | null
  /** Null: measures nothing. */
  readonly replay: Replay | null
  /** A fault it has from the start. */
  readonly fault?: string
  /** Duration of one movement in ms; default by type. */
  readonly moveMs?: number
}
