import * as z from 'zod'
import {
  change,
  changeRmContact,
  confirmEmail,
  type ProfileView,
  passwordChange,
  read,
  rmContact,
} from '../../contract/profile.ts'
import { normalPlate } from '../../machines/plate.ts'
import { ask, type HttpCall, noParameters, pathId, type Reply, readBody, readQuery, sendCommand } from '../http/call.ts'
import { readAttributes, resource, toDocument } from '../http/jsonapi.ts'
import { changePassword } from '../profile/change-password.ts'
import { sendAttributes } from './attributes.ts'
import { sendFields } from './fields.ts'

/** GET /users/profile: the caller's own data; licence_plate is the first of licencePlates. */
export async function getProfile(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  return { document: toDocument(resource('users', shown(await ask(call, read, {})))) }
}

function shown({ firstOpenedZone, allowsAutomaticAccess, licencePlates, ...own }: ProfileView) {
  const plates = licencePlates.map(({ plate }) => plate)
  return {
    ...own,
    allows_automatic_access: allowsAutomaticAccess,
    licence_plate: plates[0] ?? null,
    licencePlates: plates,
    firstOpenedZoneId: firstOpenedZone?.id ?? null,
  }
}

const given = z.record(z.string(), z.unknown())
/** Field names that differ between the call and the command. */
const names = { allowsAutomaticAccess: 'allows_automatic_access' }
const plates = z.object({
  licence_plate: z.string().max(45).nullable().optional(),
  licencePlates: z.array(z.string().max(45)).optional(),
})

/**
 * PATCH /users/profile with the attributes to change; with `version`, only if the profile has not been changed since.
 * licence_plate is put first. Returns the profile.
 */
export async function patchProfile(call: HttpCall): Promise<Reply> {
  const {
    id,
    username: _login,
    email: _address,
    hasPassword: _has,
    firstOpenedZone,
    ...kept
  } = await ask(call, read, {})
  const expected = { type: 'users', id: String(id) }
  const { licence_plate: first, licencePlates: all } = readAttributes(call.body, { ...expected, attributes: plates })
  const {
    licence_plate: _first,
    licencePlates: _all,
    allows_automatic_access: allows,
    ...attributes
  } = readAttributes(call.body, { ...expected, attributes: given })
  const licencePlates = platesOf(first, all ?? kept.licencePlates.map(({ plate }) => plate))
  const input = {
    ...kept,
    firstOpenedZoneId: firstOpenedZone?.id ?? null,
    ...attributes,
    ...(allows === undefined ? {} : { allowsAutomaticAccess: allows }),
    licencePlates: licencePlates.map((plate) => ({ plate })),
  }
  const path = first === undefined ? 'licencePlates' : 'licence_plate'
  const plateNames = Object.fromEntries(licencePlates.map((_, index) => [`licencePlates.${index}.plate`, path]))
  await sendAttributes(call, change, input as z.input<typeof change.input>, { ...names, ...plateNames })
  return { document: toDocument(resource('users', shown(await ask(call, read, {})))) }
}

function platesOf(first: string | null | undefined, all: readonly string[]): readonly string[] {
  if (first === undefined) return all
  if (first === null) return []
  return [first, ...all.filter((plate) => normalPlate(plate) !== normalPlate(first))]
}

const contactNames = { rm_contact_email: 'rmContactEmail', rm_contact_phone_number: 'rmContactPhoneNumber' }

/** POST /users/change_password with { oldPassword, newPassword, repeated }: ends the person's other sessions; 204. */
export async function postPasswordChange(call: HttpCall): Promise<Reply> {
  const { context, edge, sessionHash, address } = call
  const input = readBody(call, passwordChange)
  await changePassword({ ...context, loginLimits: edge.loginLimits }, { sessionHash, address }, input)
  return { status: 204 }
}

/** POST /users/email_change with { token }, the value of a mailed link: gives the account its new address; { email }. */
export async function postEmailChange(call: HttpCall): Promise<Reply> {
  return { json: await sendCommand(call, confirmEmail, readBody(call, confirmEmail.input)) }
}

/** GET /users/getRMContactInformation/:id: rm_contact_email and rm_contact_phone_number. */
export async function getRmContactInformation(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  const { id, name, ...contact } = await ask(call, rmContact, { userId: pathId(call) })
  return { json: { id, name, ...renamed(contact) } }
}

/** PUT /users/updateRMContactInformation/:id with rm_contact_email and rm_contact_phone_number. */
export async function putRmContactInformation(call: HttpCall): Promise<Reply> {
  const userId = pathId(call)
  return { json: { id: userId, ...renamed(await sendFields(call, changeRmContact, contactNames, { userId })) } }
}

function renamed(contact: { rmContactEmail: string | null; rmContactPhoneNumber: string | null }) {
  return { rm_contact_email: contact.rmContactEmail, rm_contact_phone_number: contact.rmContactPhoneNumber }
}
