import type { Translation } from '../types/translation.ts'
import type en from './en.ts'

export default {
  about: 'À propos de cette réservation',
  event: 'Plage d’accès',
  price: 'Prix',
  free: 'gratuit',
  refunded: 'Remboursé',
  entries: 'Vos indications',
  note: 'Note',
  licencePlate: 'Plaque',
  rfidToken: 'Jeton RFID',
  save: 'Enregistrer',
  saved: 'Vos indications sont enregistrées.',
  saveFailed: 'Vos indications n’ont pas pu être enregistrées',
  cancel: 'Rendre la place',
  'cancel.title': 'Rendre la place ?',
  'cancel.text': 'La réservation est annulée aussitôt et d’autres peuvent réserver la place. C’est irréversible.',
  'cancel.act': 'Annuler la réservation',
  'cancel.done': 'La réservation est annulée.',
  'cancel.failed': 'La réservation n’a pas été annulée',
} satisfies Translation<typeof en>
