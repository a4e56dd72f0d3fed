import type * as z from 'zod'
import { edit, newZone, type read, zoneTexts } from '../../../contract/zones.ts'
import type { InWords } from '../../forms/changed-meanwhile.tsx'
import { formFields } from '../../forms/form-fields.ts'
import type { Named } from '../../forms/reference-field.tsx'

/** The inputs of a zone, by the path in the command. */
export const zoneFields = formFields(
  edit,
  {
    name: 'common.name',
    tenantId: 'common.tenant',
    description: 'common.description',
    additionalSupportInfo: 'zones.additionalSupportInfo',
    emailSenderName: 'zones.emailSenderName',
    private: 'zones.private',
    readableWithoutLogin: 'zones.readableWithoutLogin',
    monitoring: 'common.monitoring',
    siteIds: 'common.sites',
    managerIds: 'zones.managers',
  },
  ['zoneId', 'version', 'translations'],
)

export type ZoneView = z.output<typeof read.reply>
type Input = z.input<typeof edit.input>
/** What the form of a zone holds. */
export type ZoneValues = Omit<Input, 'zoneId' | 'version' | 'tenantId'> & { tenantId: number | null }

export const translatedTexts = [
  { name: 'description', maxLength: zoneTexts.description, multiline: true },
  { name: 'additionalSupportInfo', maxLength: zoneTexts.additionalSupportInfo, multiline: true },
]

export const emptyZone: ZoneValues = {
  ...newZone,
  tenantId: null,
  name: '',
  translations: { texts: {}, confirmed: [] },
}

/** Returns the values of a zone that is edited. */
export function zoneValues({
  id: _id,
  version: _seen,
  tenant,
  sites,
  managers,
  translations,
  ...own
}: ZoneView): ZoneValues {
  return {
    ...own,
    tenantId: tenant.id,
    translations: { texts: translations.texts, confirmed: [] },
    siteIds: sites.map(({ id }) => id),
    managerIds: managers.map(({ id }) => id),
  }
}

/** Returns the values as the commands take them. A company that is not chosen is refused on its field. */
export const toEdit = (values: ZoneValues): Omit<Input, 'zoneId' | 'version'> => values as ReturnType<typeof toEdit>

/** Returns references of a zone in words; what is not known by name is counted. */
export function zoneInWords({ tenant, sites, managers }: ZoneView): InWords {
  const names = (known: readonly Named[]) => (ids: unknown) => {
    const found = (ids as number[]).map((id) => known.find((each) => each.id === id)?.name ?? `#${id}`)
    return found.join(', ') || '–'
  }
  const words: Readonly<Record<string, (value: unknown) => string>> = {
    tenantId: (id) => names([tenant])([id]),
    siteIds: names(sites),
    managerIds: names(managers),
  }
  return (path, value) => words[path]?.(value)
}
