import { type Language, languages } from '../../../contract/session.ts'

/** The report's columns in order, with their heads by language. Money is in euros including tax. */
const table = {
  number: { en: 'Number', de: 'Nummer', fr: 'Numéro', it: 'Numero' },
  state: { en: 'State', de: 'Status', fr: 'État', it: 'Stato' },
  site: { en: 'Site', de: 'Standort', fr: 'Site', it: 'Sito' },
  zone: { en: 'Zone', de: 'Zone', fr: 'Zone', it: 'Zona' },
  company: { en: 'Company', de: 'Unternehmen', fr: 'Entreprise', it: 'Azienda' },
  device: { en: 'Device', de: 'Gerät', fr: 'Appareil', it: 'Dispositivo' },
  deviceType: { en: 'Type of device', de: 'Geräteart', fr: 'Type d’appareil', it: 'Tipo di dispositivo' },
  start: { en: 'Start', de: 'Beginn', fr: 'Début', it: 'Inizio' },
  end: { en: 'End', de: 'Ende', fr: 'Fin', it: 'Fine' },
  timeZone: { en: 'Time zone', de: 'Zeitzone', fr: 'Fuseau horaire', it: 'Fuso orario' },
  startUtc: { en: 'Start (UTC)', de: 'Beginn (UTC)', fr: 'Début (UTC)', it: 'Inizio (UTC)' },
  endUtc: { en: 'End (UTC)', de: 'Ende (UTC)', fr: 'Fin (UTC)', it: 'Fine (UTC)' },
  person: { en: 'Person', de: 'Person', fr: 'Personne', it: 'Persona' },
  email: { en: 'E-mail', de: 'E-Mail', fr: 'E-mail', it: 'E-mail' },
  licencePlate: { en: 'Licence plate', de: 'Kennzeichen', fr: 'Plaque d’immatriculation', it: 'Targa' },
  note: { en: 'Note', de: 'Notiz', fr: 'Remarque', it: 'Nota' },
  price: { en: 'Price (EUR)', de: 'Preis (EUR)', fr: 'Prix (EUR)', it: 'Prezzo (EUR)' },
  tax: {
    en: 'Tax included (EUR)',
    de: 'Enthaltene Steuer (EUR)',
    fr: 'Taxe incluse (EUR)',
    it: 'Imposta inclusa (EUR)',
  },
  paid: { en: 'Paid (EUR)', de: 'Bezahlt (EUR)', fr: 'Payé (EUR)', it: 'Pagato (EUR)' },
  refunded: { en: 'Refunded (EUR)', de: 'Erstattet (EUR)', fr: 'Remboursé (EUR)', it: 'Rimborsato (EUR)' },
  paymentMethod: { en: 'Payment', de: 'Zahlung', fr: 'Paiement', it: 'Pagamento' },
  costCenter: { en: 'Cost centre', de: 'Kostenstelle', fr: 'Centre de coûts', it: 'Centro di costo' },
  managedBy: { en: 'Managed by', de: 'Betreut von', fr: 'Géré par', it: 'Gestito da' },
  booked: { en: 'Booked', de: 'Gebucht', fr: 'Réservé le', it: 'Prenotato il' },
} as const satisfies Record<string, Record<Language, string>>
export type Column = keyof typeof table
export const columns = Object.keys(table) as Column[]

/** The heads by language. */
export const heads = Object.fromEntries(
  languages.map((language) => [language, Object.fromEntries(columns.map((name) => [name, table[name][language]]))]),
) as Record<Language, Record<Column, string>>

/** Decimal marks by language: spreadsheets expect those of their locale. */
export const decimalMark: Record<Language, '.' | ','> = { en: '.', de: ',', fr: ',', it: ',' }
