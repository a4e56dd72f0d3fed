import type { Knex } from 'knex'
import { type ZoneKey, zones } from './site-list.ts'

export interface Tenancy {
  readonly radhafen: number
  readonly messepark: number
  readonly zones: Readonly<Record<ZoneKey, number>>
}

/** Two customers with their themes, products and zones. */
export async function writeTenancy(trx: Knex.Transaction): Promise<Tenancy> {
  const tenants: { id: number; prefix: string }[] = await trx('tenants')
    .insert([
      {
        name: 'Radhafen Südwest',
        label: 'Radhafen',
        prefix: 'RH',
        theme: 'radhafen',
        login_path: 'radhafen',
        legal_name: 'Radhafen Südwest GmbH (Demo)',
        address_line1: 'Hafenstraße 1',
        zip: '79098',
        city: 'Freiburg',
        country: 'DE',
        tax_id: 'DE000000001',
        license_start: '2026-01-01',
        license_end: '2028-12-31',
        commerce_contact: 'Carla Vogt',
        commerce_email: 'vertrieb@demo.holdfast.example',
        commerce_phone: '+49 761 1234567',
        project_manager_contact: 'Jonas Brandt',
        project_manager_email: 'projekt@demo.holdfast.example',
        project_manager_phone: '+49 761 1234568',
        accounting_payment_customer_id: '10001',
        accounting_refund_customer_id: '10002',
      },
      {
        name: 'Messepark',
        label: 'Messepark',
        prefix: 'MP',
        theme: 'messepark',
        login_path: 'messepark',
        legal_name: 'Messepark AG (Demo)',
        address_line1: 'Messering 7',
        zip: '01067',
        city: 'Dresden',
        country: 'DE',
        tax_id: 'DE000000002',
        license_start: '2026-03-01',
      },
    ])
    .returning(['id', 'prefix'])
  const id = (prefix: string) => tenants.find((tenant) => tenant.prefix === prefix)?.id ?? 0
  const [radhafen, messepark] = [id('RH'), id('MP')]
  await trx('tenant_hosts').insert([
    { host: 'radhafen.localhost', tenant_id: radhafen },
    { host: 'messepark.localhost', tenant_id: messepark },
  ])
  await trx.raw(
    `insert into product_tenants (product_id, tenant_id)
     select id, ?::int from products where not basic
     union all
     select id, ?::int from products where prefix = any (?)`,
    [radhafen, messepark, ['SMART_REMOTE', 'PAYMENT', 'LPR']],
  )
  const made: { id: number; name: string }[] = await trx('zones')
    .insert([
      {
        ...zone('freiburg', radhafen),
        readable_without_login: true,
        description: 'Fahrradboxen und Parkhäuser in Freiburg',
      },
      { ...zone('esslingen', radhafen), readable_without_login: true, description: 'Mobilitätsstation und Bahnhöfe' },
      { ...zone('ulm', radhafen), description: 'Sammelgaragen, Boxen, Schließfächer und P+R' },
      { ...zone('heilbronn', radhafen), private: true, description: 'Ladepunkte für Mitarbeiter, nur mit Code' },
      { ...zone('dresden', messepark), description: 'Parkplätze der Innenstadt' },
      { ...zone('schweiz', messepark), description: 'P+Rail an der Sense' },
    ])
    .returning(['id', 'name'])
  const zoneIds = Object.fromEntries(
    Object.entries(zones).map(([key, name]) => [key, made.find((row) => row.name === name)?.id ?? 0]),
  ) as Record<ZoneKey, number>
  return { radhafen, messepark, zones: zoneIds }
}

/** Numbers that nobody has, from the ranges kept for films. */
const help = {
  de: 'Etwas klemmt? Rufen Sie an: 030 23125 011, rund um die Uhr. Oder schreiben Sie an hilfe@demo.holdfast.example.',
  en: 'Something is stuck? Call +49 30 23125 011, day and night. Or write to hilfe@demo.holdfast.example.',
  fr: 'Un problème ? Appelez le +49 30 23125 011, jour et nuit. Ou écrivez à hilfe@demo.holdfast.example.',
  it: 'Qualcosa è bloccato? Chiami il +49 30 23125 011, giorno e notte. Oppure scriva a hilfe@demo.holdfast.example.',
}

function zone(key: ZoneKey, tenant: number) {
  const { de, ...others } = help
  const translations = Object.entries(others).map(([language, text]) => [language, { additionalSupportInfo: text }])
  return {
    name: zones[key],
    tenant_id: tenant,
    email_sender_name: `${zones[key]} – Reservierungen`,
    additional_support_info: de,
    translations: JSON.stringify(Object.fromEntries(translations)),
  }
}
