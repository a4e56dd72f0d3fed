import type { Language } from '../../contract/session.ts'
import type { TestChoice, TestSession } from './test-session.ts'

interface Texts {
  readonly title: string
  readonly warning: string
  readonly amount: string
  readonly reference: string
  readonly choices: Readonly<Record<TestChoice, string>>
  readonly states: Readonly<Record<Exclude<TestSession['state'], 'open'>, string>>
  readonly onward: string
  readonly unknown: string
}

/** The test page's words: it stands for somebody else's page, so it brings its own. */
export const testTexts: Record<Language, Texts> = {
  en: {
    title: 'Test payment',
    warning: 'No real money: this page only plays the part of a card payment.',
    amount: 'Amount',
    reference: 'Reference',
    choices: {
      pay: 'Pay',
      slow: 'Pay slowly (takes 10 seconds)',
      refuse: 'Refuse the card',
      late: 'Pay when it is too late (after the time has run out)',
      back: 'Back without paying',
    },
    states: {
      paying: 'The payment is on its way.',
      paid: 'This is paid.',
      refused: 'The card was refused.',
      expired: 'This payment is over. Nothing was charged.',
    },
    onward: 'Back to the portal',
    unknown: 'There is no such payment.',
  },
  de: {
    title: 'Testzahlung',
    warning: 'Kein echtes Geld: Diese Seite spielt nur eine Kartenzahlung.',
    amount: 'Betrag',
    reference: 'Referenz',
    choices: {
      pay: 'Zahlen',
      slow: 'Langsam zahlen (dauert 10 Sekunden)',
      refuse: 'Karte ablehnen',
      late: 'Zu spät zahlen (nachdem die Zeit abgelaufen ist)',
      back: 'Zurück, ohne zu zahlen',
    },
    states: {
      paying: 'Die Zahlung ist unterwegs.',
      paid: 'Das ist bezahlt.',
      refused: 'Die Karte wurde abgelehnt.',
      expired: 'Diese Zahlung ist beendet. Es wurde nichts abgebucht.',
    },
    onward: 'Zurück zum Portal',
    unknown: 'Diese Zahlung gibt es nicht.',
  },
  fr: {
    title: 'Paiement d’essai',
    warning: 'Pas d’argent réel : cette page ne fait que simuler un paiement par carte.',
    amount: 'Montant',
    reference: 'Référence',
    choices: {
      pay: 'Payer',
      slow: 'Payer lentement (10 secondes)',
      refuse: 'Refuser la carte',
      late: 'Payer trop tard (une fois le délai écoulé)',
      back: 'Revenir sans payer',
    },
    states: {
      paying: 'Le paiement est en cours.',
      paid: 'C’est payé.',
      refused: 'La carte a été refusée.',
      expired: 'Ce paiement est terminé. Rien n’a été débité.',
    },
    onward: 'Retour au portail',
    unknown: 'Ce paiement n’existe pas.',
  },
  it: {
    title: 'Pagamento di prova',
    warning: 'Nessun denaro reale: questa pagina simula soltanto un pagamento con carta.',
    amount: 'Importo',
    reference: 'Riferimento',
    choices: {
      pay: 'Paga',
      slow: 'Paga lentamente (10 secondi)',
      refuse: 'Rifiuta la carta',
      late: 'Paga troppo tardi (a tempo scaduto)',
      back: 'Indietro senza pagare',
    },
    states: {
      paying: 'Il pagamento è in corso.',
      paid: 'È stato pagato.',
      refused: 'La carta è stata rifiutata.',
      expired: 'Questo pagamento è terminato. Non è stato addebitato nulla.',
    },
    onward: 'Torna al portale',
    unknown: 'Questo pagamento non esiste.',
  },
}
