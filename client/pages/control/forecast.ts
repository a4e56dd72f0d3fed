import type { DeviceView } from '../../../contract/devices.ts'
import { controlChecks, refusalOf } from '../../../machines/control.ts'
import type { Action } from '../../../machines/device.ts'
import { type ActionRefusal, factsOf } from '../../devices/actions.ts'

/** What a command for several devices would do now: which it would reach, and which would be refused why. */
export interface Forecast {
  readonly will: readonly number[]
  /** The most frequent reason first. */
  readonly cannot: readonly { readonly refusal: ActionRefusal; readonly ids: readonly number[] }[]
}
type By = 'operator' | 'emergency'

/** Views are replaced when they change, so a result stays valid for its view: 2,000 devices cost no more than those that changed. */
const known = new WeakMap<DeviceView, Map<string, ActionRefusal | null>>()
/** Reservations matter neither to operators nor in emergencies. */
const never = new Date(0)

function refusalNow(device: DeviceView, action: Action, by: By): ActionRefusal | null {
  const own = known.get(device) ?? new Map<string, ActionRefusal | null>()
  known.set(device, own)
  const key = `${by} ${action}`
  const found = own.get(key)
  if (found !== undefined) return found
  const checks = controlChecks({ action, by }, { ...factsOf(device), restSeconds: 0 }, null, never)
  const refusal = refusalOf(checks) as ActionRefusal | null
  own.set(key, refusal)
  return refusal
}

/** Evaluates every device by the same rules as the server (machines/control.ts); `carries` = the connection carries commands. */
export function forecast(
  devices: Iterable<DeviceView>,
  action: Action,
  carries: boolean,
  by: By = 'operator',
): Forecast {
  const will: number[] = []
  const cannot = new Map<ActionRefusal, number[]>()
  for (const device of devices) {
    const refusal = carries ? refusalNow(device, action, by) : 'no-connection'
    if (refusal === null) will.push(device.id)
    else {
      const same = cannot.get(refusal)
      if (same) same.push(device.id)
      else cannot.set(refusal, [device.id])
    }
  }
  return {
    will,
    cannot: [...cannot]
      .map(([refusal, ids]) => ({ refusal, ids }))
      .sort((a, b) => b.ids.length - a.ids.length || a.refusal.localeCompare(b.refusal)),
  }
}

/** Equal forecasts: nothing on screen would differ. */
export function sameForecast(a: Forecast, b: Forecast): boolean {
  return (
    sameIds(a.will, b.will) &&
    a.cannot.length === b.cannot.length &&
    a.cannot.every((each, at) => {
      const other = b.cannot[at]
      return other !== undefined && each.refusal === other.refusal && sameIds(each.ids, other.ids)
    })
  )
}

const sameIds = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((id, at) => id === b[at])
