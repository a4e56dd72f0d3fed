/** Zones: departments of a company, with their sites and reservation managers (ADM-2). */
import * as z from 'zod'
import { operatorFeatures } from './features.ts'
import { id, ids, maxLength, optionalText, text, version, world } from './fields.ts'
import { command, query } from './kit.ts'
import { listOf } from './list.ts'
import { editsRows, links, removesRows } from './many.ts'
import { translationsInput, translationsView } from './translations.ts'

const count = z.number().int()
const named = z.object({ id, name: z.string() })
const search = z.string().trim().max(maxLength.note).default('')

/** Texts of a zone that can be translated, with their maximum lengths. */
export const zoneTexts = { description: maxLength.description, additionalSupportInfo: maxLength.description } as const

/** Maximum number of sites or managers of a zone. */
const maxLinks = 1_000

const fields = {
  /** Only admins change the company of an existing zone. */
  tenantId: id,
  name: text(maxLength.name),
  description: optionalText(zoneTexts.description),
  /** Sender name of the e-mails about its reservations; by default the zone's name. */
  emailSenderName: optionalText(maxLength.note),
  monitoring: z.boolean(),
  readableWithoutLogin: z.boolean(),
  /** Opened by an access code or the e-mail whitelist of an access time. */
  private: z.boolean(),
  additionalSupportInfo: optionalText(zoneTexts.additionalSupportInfo),
  translations: translationsInput(zoneTexts),
  siteIds: ids(maxLinks),
  /** Reservation managers. A manager who saves a zone stays one of them. */
  managerIds: ids(maxLinks),
}

/** A zone where nothing else is given. */
export const newZone = {
  description: null,
  emailSenderName: null,
  monitoring: true,
  readableWithoutLogin: false,
  private: false,
  additionalSupportInfo: null,
  translations: { texts: {} },
  siteIds: [] as number[],
  managerIds: [] as number[],
}

/** Zones that the caller manages; admins see all. GET /zones. */
export const list = listOf('zones.list', {
  access: operatorFeatures,
  row: z.object({
    id,
    version,
    name: z.string(),
    description: z.string().nullable(),
    tenant: named,
    emailSenderName: z.string().nullable(),
    monitoring: z.boolean(),
    readableWithoutLogin: z.boolean(),
    private: z.boolean(),
    sites: count,
    devices: count,
    /** Number of open malfunctions. */
    malfunctions: count,
    managers: count,
    modifiedAt: z.string(),
  }),
  sorts: ['name', 'tenant', 'sites', 'devices', 'malfunctions', 'managers', 'modifiedAt'],
  filters: { tenantId: id.optional(), private: z.boolean().optional() },
})
export type ZoneRow = z.output<typeof list.row>

/** One zone with all its fields. */
export const read = query({
  name: 'zones.read',
  access: operatorFeatures,
  input: z.strictObject({ zoneId: id }),
  reply: z.object({
    id,
    version,
    tenant: named,
    name: z.string(),
    description: z.string().nullable(),
    emailSenderName: z.string().nullable(),
    monitoring: z.boolean(),
    readableWithoutLogin: z.boolean(),
    private: z.boolean(),
    additionalSupportInfo: z.string().nullable(),
    translations: translationsView,
    sites: z.array(named),
    managers: z.array(named),
  }),
})

/** POST /zones/add. */
export const add = command({
  name: 'zones.add',
  access: operatorFeatures,
  input: z.strictObject(fields),
  reply: z.object({ zoneId: id }),
  refusals: [],
})

/** PATCH /zones/edit/:id. */
export const edit = command({
  name: 'zones.edit',
  access: operatorFeatures,
  input: z.strictObject({ zoneId: id, version, world, ...fields }),
  reply: z.object({ zoneId: id, version }),
  refusals: ['changed-meanwhile', 'world-moved'],
})

/** Removes a zone without dependants. DELETE /zones/delete. */
export const remove = command({
  name: 'zones.remove',
  access: operatorFeatures,
  input: z.strictObject({ zoneId: id, version, world }),
  reply: z.object({ zoneId: id }),
  refusals: ['changed-meanwhile', 'world-moved', 'in-use'],
})

/** Companies to which the caller can add zones, by name. */
export const tenants = query({
  name: 'zones.tenants',
  access: operatorFeatures,
  input: z.strictObject({ search }),
  reply: z.array(named),
})

/** Returns who can become a manager: reservation managers; for managers only those who share a zone with them. */
export const managerOptions = query({
  name: 'zones.managerOptions',
  access: operatorFeatures,
  input: z.strictObject({ search }),
  reply: z.array(named),
})

/** Changes the same fields of several zones, after a preview. */
export const editMany = command({
  name: 'zones.editMany',
  access: operatorFeatures,
  ...editsRows({
    emailSenderName: fields.emailSenderName,
    monitoring: fields.monitoring,
    readableWithoutLogin: fields.readableWithoutLogin,
    private: fields.private,
    additionalSupportInfo: fields.additionalSupportInfo,
    siteIds: links(maxLinks),
    managerIds: links(maxLinks),
  }),
})

/** Removes several zones, after a preview. */
export const removeMany = command({
  name: 'zones.removeMany',
  access: operatorFeatures,
  ...removesRows,
})
