import type { MalfunctionView } from '../../contract/devices.ts'

export type MalfunctionKind = MalfunctionView['kind']
