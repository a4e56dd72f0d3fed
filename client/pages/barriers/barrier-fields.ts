import type * as z from 'zod'
import { edit, type read } from '../../../contract/barriers.ts'
import type { InWords } from '../../forms/changed-meanwhile.tsx'
import { formFields } from '../../forms/form-fields.ts'
import type { useT } from '../../i18n/i18n.ts'

/** The inputs of a barrier, by the path in the command. */
export const barrierFields = formFields(
  edit,
  {
    description: 'common.description',
    pathNumber: 'barriers.number',
    type: 'barriers.type',
    siteId: 'common.site',
    deviceId: 'common.device',
    gatewayId: 'common.gateway',
  },
  ['barrierId', 'version'],
)

export type BarrierView = z.output<typeof read.reply>
type Input = z.input<typeof edit.input>
type Required = 'pathNumber' | 'type' | 'siteId'
/** What the form of a barrier holds. */
export type BarrierValues = Omit<Input, 'barrierId' | 'version' | Required> & {
  [K in Required]: Input[K] | null
}

export const emptyBarrier: BarrierValues = {
  description: '',
  pathNumber: null,
  type: null,
  siteId: null,
  deviceId: null,
  gatewayId: null,
}

/** Returns the values of a barrier that is edited. */
export const barrierValues = (barrier: BarrierView): BarrierValues => ({
  description: barrier.description,
  pathNumber: barrier.pathNumber,
  type: barrier.type,
  siteId: barrier.siteId,
  deviceId: barrier.deviceId,
  gatewayId: barrier.gatewayId,
})

/** Returns the values as the commands take them. What is not chosen is refused on its field. */
export const toEdit = (values: BarrierValues): Omit<Input, 'barrierId' | 'version'> =>
  values as ReturnType<typeof toEdit>

/** Returns values of a barrier in words; what is not known by name is shown by its number. */
export function barrierInWords({ site, gateway, device }: BarrierView, t: ReturnType<typeof useT>): InWords {
  const known: Readonly<Record<string, { id: number; name: string } | null>> = {
    siteId: site,
    gatewayId: gateway,
    deviceId: device,
  }
  return (path, value) => {
    if (path === 'type') return t(`barriers.type.${value as BarrierView['type']}`)
    if (!Object.hasOwn(known, path) || typeof value !== 'number') return undefined
    const row = known[path] ?? null
    return row?.id === value ? row.name : `#${value}`
  }
}
