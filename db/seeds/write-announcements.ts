import type { Knex } from 'knex'
import type { People } from './write-people.ts'
import type { SiteIds } from './write-sites.ts'
import type { Tenancy } from './write-tenancy.ts'

const day = 86_400_000

/** A running maintenance period and some planned ones; announcements, a customer notice, blocked users. */
export async function writeAnnouncements(
  trx: Knex.Transaction,
  ids: { sites: SiteIds; people: People; tenancy: Tenancy },
  now: Date,
): Promise<void> {
  const { sites, people, tenancy } = ids
  const at = (days: number) => new Date(now.getTime() + days * day)
  await trx('maintenance_periods').insert([
    {
      scope: 'site',
      site_id: sites.sites.get('bfrk:INFRA-de:08116:1801-FAHRRADANLAGE-1'),
      reason: 'Zur Zeit unbenutzbar',
      description: 'Fundament wird erneuert, Ende offen',
      starts_at: at(-6),
      created_by: people.superManager,
    },
    {
      scope: 'device',
      device_id: sites.devices.get('FRP20-IN'),
      reason: 'Jährliche Prüfung der Schranke',
      description: 'Firma kommt um 9 Uhr, Schlüssel im Technikraum',
      starts_at: at(4),
      ends_at: at(4.25),
      created_by: people.superManager,
    },
    ...['FRW-08', 'FRW-09', 'FRM-04'].map((device) => ({
      scope: 'device',
      device_id: sites.devices.get(device),
      reason: 'Schloss wird getauscht',
      description: 'Ersatzschlösser liegen im Lager',
      starts_at: at(1),
      ends_at: at(2),
      created_by: people.superManager,
    })),
  ])
  await trx('announcements').insert([
    {
      message: 'Willkommen in der Demo: Alle Standorte sind echt, alle Geräte werden simuliert.',
      valid_from: at(-1),
      valid_until: at(365),
      translations: JSON.stringify({
        en: { message: 'Welcome to the demo: all sites are real, all devices are simulated.' },
        fr: { message: 'Bienvenue dans la démo : tous les sites sont réels, tous les appareils sont simulés.' },
        it: { message: 'Benvenuti nella demo: tutti i siti sono reali, tutti i dispositivi sono simulati.' },
      }),
      created_by: people.admin,
    },
    {
      message: 'Geplante Wartung des Portals in der Nacht',
      valid_from: at(10),
      valid_until: at(11),
      created_by: people.admin,
    },
  ])
  await trx('customer_notices').insert({
    tenant_id: tenancy.radhafen,
    site_id: sites.sites.get('heilbronn_goldbeck:2696'),
    message: 'Reservierungen für diesen Ladeplatz laufen jetzt über eine eigene Seite.',
    link: 'https://laden.demo.holdfast.example/',
    translations: JSON.stringify({ en: { message: 'Reservations for this charging hub moved to a separate site.' } }),
    valid_from: at(-30),
  })
  const block = (
    guest: number | undefined,
    zone_id: number,
    block_reason: string,
    block_rm_id: number,
    days: number,
  ) => ({
    user_id: guest,
    zone_id,
    block_reason,
    block_rm_id,
    block_time: at(days),
  })
  const { ulm, dresden } = tenancy.zones
  const [anna, jonas] = people.guests
  await trx('blocked_users').insert([
    block(jonas, ulm, 'Box nach Ablauf mehrfach nicht geräumt', people.superManager, -12),
    block(anna, dresden, 'Dreimal ohne Reservierung eingefahren', people.otherManager, -5),
  ])
}
