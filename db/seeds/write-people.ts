import type { Knex } from 'knex'
import { demoLogins } from './demo-logins.ts'
import type { Tenancy } from './write-tenancy.ts'

export interface People {
  readonly visitor: number
  readonly manager: number
  readonly superManager: number
  readonly admin: number
  readonly support: number
  readonly otherManager: number
  readonly guests: readonly number[]
}

/** One person per role with a login, a second visitor, and some without login. `hashes` belong to demoLogins, by login. */
export async function writePeople(
  trx: Knex.Transaction,
  tenancy: Tenancy,
  hashes: ReadonlyMap<string, string>,
  now: Date,
): Promise<People> {
  const roleRows: { id: number; name: string }[] = await trx('roles').select('id', 'name')
  const role = (name: string) => roleRows.find((row) => row.name === name)?.id ?? 0
  const login = (name: string) => demoLogins.find((entry) => entry.role === name)?.login ?? ''
  const own = { tenants: [tenancy.radhafen] }
  const person = async (row: Record<string, unknown>, belongs: { tenants?: number[]; zones?: number[] } = {}) => {
    const email = String(row.email)
    const [made]: { id: number }[] = await trx('users')
      .insert({
        username: email.slice(0, email.indexOf('@')),
        password_hash: hashes.get(email) ?? null,
        state: 'ACTIVE',
        language: 'de',
        tos_accepted_at: now,
        session_tenant_id: belongs.tenants?.[0] ?? null,
        ...row,
      })
      .returning('id')
    const id = made?.id ?? 0
    if (belongs.tenants)
      await trx('user_tenants').insert(belongs.tenants.map((tenant_id) => ({ user_id: id, tenant_id })))
    if (belongs.zones) await trx('user_zones').insert(belongs.zones.map((zone_id) => ({ user_id: id, zone_id })))
    return id
  }
  const { freiburg, esslingen, ulm, heilbronn, dresden, schweiz } = tenancy.zones
  const visitor = await person(
    {
      email: login('Visitor'),
      firstname: 'Vera',
      lastname: 'Besucher',
      role_id: role('Visitor'),
      mobile_number: '+49 761 0000000',
      allows_automatic_access: true,
      city: 'Freiburg',
      zip: '79098',
    },
    own,
  )
  await trx('licence_plates').insert([
    { user_id: visitor, plate: 'FR-HF 2026', is_default: true },
    { user_id: visitor, plate: 'FR-E 414', is_default: false },
  ])
  const manager = await person(
    {
      email: login('Reservation Manager'),
      firstname: 'Rainer',
      lastname: 'Manager',
      role_id: role('Reservation Manager'),
      initial_page: '/malfunctions',
      rm_contact_email: login('Reservation Manager'),
      rm_contact_phone_number: '+49 761 0000001',
    },
    { ...own, zones: [freiburg, esslingen] },
  )
  const superManager = await person(
    {
      email: login('Super Reservation Manager'),
      firstname: 'Sofia',
      lastname: 'Leitung',
      role_id: role('Reservation Manager'),
      type: 'SUPER',
      rm_contact_email: login('Super Reservation Manager'),
      rm_contact_phone_number: '+49 761 0000002',
    },
    { ...own, zones: [freiburg, esslingen, ulm, heilbronn] },
  )
  const admin = await person({ email: login('Admin'), firstname: 'Ada', lastname: 'Verwalter', role_id: role('Admin') })
  const support = await person({
    email: login('Support'),
    firstname: 'Sam',
    lastname: 'Hilfe',
    role_id: role('Support'),
    language: 'en',
  })
  const otherManager = await person(
    {
      email: login('Manager of another customer'),
      firstname: 'Doris',
      lastname: 'Elbe',
      role_id: role('Reservation Manager'),
      rm_contact_email: 'parken@demo.holdfast.example',
      rm_contact_phone_number: '+49 351 0000003',
    },
    { tenants: [tenancy.messepark], zones: [dresden, schweiz] },
  )
  const guests: number[] = []
  const customerOf: Record<string, number[]> = {
    Keller: [tenancy.radhafen, tenancy.messepark],
    Richter: [tenancy.messepark],
  }
  for (const [firstname, lastname] of [
    ['Anna', 'Keller'],
    ['Jonas', 'Vogt'],
    ['Mira', 'Sommer'],
    ['Luc', 'Favre'],
    ['Paul', 'Richter'],
  ]) {
    const email = `${firstname}.${lastname}@demo.holdfast.example`.toLowerCase()
    guests.push(
      await person(
        { email, firstname, lastname, role_id: role('Visitor'), ...(lastname === 'Favre' ? { language: 'fr' } : {}) },
        { tenants: customerOf[lastname ?? ''] ?? own.tenants },
      ),
    )
  }
  await trx('licence_plates').insert({ user_id: guests[0], plate: 'FR-AK 88', is_default: true })
  const everybody = [visitor, manager, superManager, support, otherManager, ...guests]
  await trx('document_acceptances').insert(
    everybody.flatMap((user_id) =>
      [1, 2].map((document_id) => ({ user_id, document_id, revision: 1, remember_decision: true, accepted_at: now })),
    ),
  )
  return { visitor, manager, superManager, admin, support, otherManager, guests }
}
