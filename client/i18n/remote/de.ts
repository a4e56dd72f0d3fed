import type { Translation } from '../types/translation.ts'
import type en from './en.ts'

export default {
  about: 'Zu dieser Reservierung',
  event: 'Zugangszeit',
  price: 'Preis',
  free: 'kostenlos',
  refunded: 'Erstattet',
  entries: 'Ihre Angaben',
  note: 'Notiz',
  licencePlate: 'Kennzeichen',
  rfidToken: 'RFID-Token',
  save: 'Speichern',
  saved: 'Ihre Angaben sind gespeichert.',
  saveFailed: 'Ihre Angaben konnten nicht gespeichert werden',
  cancel: 'Platz zurückgeben',
  'cancel.title': 'Den Platz zurückgeben?',
  'cancel.text':
    'Die Reservierung wird sofort storniert, und andere können den Platz buchen. Das lässt sich nicht rückgängig machen.',
  'cancel.act': 'Reservierung stornieren',
  'cancel.done': 'Die Reservierung ist storniert.',
  'cancel.failed': 'Die Reservierung wurde nicht storniert',
} satisfies Translation<typeof en>
