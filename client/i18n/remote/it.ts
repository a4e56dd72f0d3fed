import type { Translation } from '../types/translation.ts'
import type en from './en.ts'

export default {
  about: 'Su questa prenotazione',
  event: 'Orario di accesso',
  price: 'Prezzo',
  free: 'gratuito',
  refunded: 'Rimborsato',
  entries: 'I suoi dati',
  note: 'Nota',
  licencePlate: 'Targa',
  rfidToken: 'Token RFID',
  save: 'Salva',
  saved: 'I suoi dati sono salvati.',
  saveFailed: 'Non è stato possibile salvare i suoi dati',
  cancel: 'Restituisci il posto',
  'cancel.title': 'Restituire il posto?',
  'cancel.text':
    'La prenotazione viene annullata subito e altri possono prenotare il posto. Non si può tornare indietro.',
  'cancel.act': 'Annulla la prenotazione',
  'cancel.done': 'La prenotazione è annullata.',
  'cancel.failed': 'La prenotazione non è stata annullata',
} satisfies Translation<typeof en>
