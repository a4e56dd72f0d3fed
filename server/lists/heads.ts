import type { Language } from '../../contract/session.ts'

/** Heads of columns that many files have. What only one list has stands beside it. */
export const heads = {
  name: { en: 'Name', de: 'Name', fr: 'Nom', it: 'Nome' },
  description: { en: 'Description', de: 'Beschreibung', fr: 'Description', it: 'Descrizione' },
  company: { en: 'Company', de: 'Unternehmen', fr: 'Entreprise', it: 'Azienda' },
  zone: { en: 'Zone', de: 'Zone', fr: 'Zone', it: 'Zona' },
  site: { en: 'Site', de: 'Standort', fr: 'Site', it: 'Sito' },
  gateway: { en: 'Gateway', de: 'Gateway', fr: 'Gateway', it: 'Gateway' },
  device: { en: 'Device', de: 'Gerät', fr: 'Appareil', it: 'Dispositivo' },
  person: { en: 'Person', de: 'Person', fr: 'Personne', it: 'Persona' },
  state: { en: 'State', de: 'Status', fr: 'État', it: 'Stato' },
  reason: { en: 'Reason', de: 'Grund', fr: 'Motif', it: 'Motivo' },
  reservation: { en: 'Reservation', de: 'Reservierung', fr: 'Réservation', it: 'Prenotazione' },
  number: { en: 'Number', de: 'Nummer', fr: 'Numéro', it: 'Numero' },
  start: { en: 'Start', de: 'Beginn', fr: 'Début', it: 'Inizio' },
  end: { en: 'End', de: 'Ende', fr: 'Fin', it: 'Fine' },
  timeZone: { en: 'Time zone', de: 'Zeitzone', fr: 'Fuseau horaire', it: 'Fuso orario' },
  created: { en: 'Created', de: 'Erstellt', fr: 'Créé le', it: 'Creato il' },
  changed: { en: 'Last changed', de: 'Zuletzt geändert', fr: 'Modifié le', it: 'Ultima modifica' },
} as const satisfies Record<string, Readonly<Record<Language, string>>>
