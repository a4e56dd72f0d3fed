import type { NoticeTexts } from './types.ts'

const because = '{reason, select, none {} other { ({reason})}}'
const during = '{until, select, none {dal {from} fino a nuovo avviso} other {dal {from} al {until}}}'
const cancelling =
  '{refund, select, none {Può annullare la prenotazione gratuitamente.} other {Se annulla la prenotazione, Le vengono rimborsati {refund}.}}'
const looking =
  '{triesUntil, select, none {} other {Cerchiamo un altro posto fino al {triesUntil} e La avvisiamo se ne troviamo uno.}}'
const shortRefund = '{refund, select, none {} other { Annulli sul portale: {refund} rimborsati.}}'
const price = '{price, select, none {} other {Prezzo: {price}.}}'

export default {
  greeting: 'Buongiorno {name},',
  facts: {
    number: 'Prenotazione',
    site: 'Sito',
    device: 'Posto',
    span: 'Orario',
    gateway: 'Gateway',
    since: 'Da',
  },
  links: { reservation: 'Mostra la prenotazione', malfunctions: 'Mostra i guasti' },
  sentBy: 'Questo messaggio è inviato da {sender}.',
  settings: 'Scegliere quali messaggi ricevere',
  malfunctions: {
    unreachable: 'Irraggiungibile',
    'not-responding': 'Non risponde',
    'sensor-dirty': 'Sensore sporco',
    'low-voltage': 'Tensione bassa',
    'error-status': 'Errore del dispositivo',
    'stuck-door': 'Rimasto aperto',
    'gateway-silent': 'Gateway silenzioso',
    'access-guessing': 'PIN errati',
    'emergency-open': 'Aperto in emergenza',
    'occupied-unbooked': 'Occupato senza prenotazione',
    'booked-blocked': 'Prenotato ma inutilizzabile',
    'sensor-doubtful': 'Sensore dubbio',
    overstay: 'Rimasto oltre il tempo',
  },
  kinds: {
    'reservation-confirmed': {
      subject: 'Prenotato: {site}, {start}',
      lines: ['Il Suo posto è prenotato: {device}, {site}.', price],
    },
    'reservation-changed': {
      subject: 'Altro posto: {toDevice}, {start}',
      lines: ['La Sua prenotazione ora vale per {toDevice} invece di {fromDevice}. L’orario resta uguale.'],
    },
    'reservation-canceled': {
      subject: 'Annullato: {site}, {start}',
      lines: [
        '{by, select, operator {La Sua prenotazione {number} è stata annullata dal gestore del sito.} other {La Sua prenotazione {number} è annullata.}}',
        '{back, select, yes {Le vengono rimborsati {refund}.} no {Non viene rimborsato nulla.} other {}}',
      ],
      sms: 'La Sua prenotazione {number}, {site}, {start}, è annullata.{back, select, yes { Le vengono rimborsati {refund}.} other {}}',
    },
    'reservation-extended': {
      subject: 'Prolungato fino al {end}',
      lines: ['La Sua prenotazione dura ora fino al {end}. Dal {start} il Suo posto è {device}.', price],
    },
    'reservation-rebooked': {
      subject: 'Il Suo posto è cambiato: {toDevice}, {start}',
      lines: [
        `{why, select, overstay {Il Suo posto {fromDevice} non è ancora stato liberato da chi lo occupava.} other {Il Suo posto {fromDevice} è in manutenzione${because}.}}`,
        'Abbiamo spostato la Sua prenotazione su {toDevice}. Orario e prezzo restano uguali.',
      ],
      sms: '{site}, {span}: il Suo posto ora è {toDevice} invece di {fromDevice} ({why, select, overstay {ancora occupato} other {manutenzione}}).',
    },
    'maintenance-not-moved': {
      subject: 'Il Suo posto è in manutenzione: {site}, {start}',
      lines: [
        `Il Suo posto {device} è in manutenzione ${during}${because}. Al momento nessun posto equivalente è libero.`,
        looking,
        cancelling,
      ],
      sms: `{site}, {span}: {device} è in manutenzione, nessun altro posto è libero.${shortRefund}`,
    },
    'maintenance-lost-access': {
      subject: 'Il Suo posto non si può più aprire: {site}',
      lines: [
        `La Sua prenotazione è in corso e il Suo posto {device} è in manutenzione ${during}${because}.`,
        'In questo periodo non si può aprire. Se dentro c’è ancora qualcosa di Suo, contatti il gestore.',
        cancelling,
      ],
      sms: `{site}: il Suo posto {device} è in manutenzione dal {from} e da allora non si può aprire.${shortRefund}`,
    },
    'maintenance-restored': {
      subject: 'Il Suo posto è di nuovo disponibile: {site}, {start}',
      lines: ['La manutenzione di {device} è stata revocata. La Sua prenotazione vale come l’ha fatta.'],
    },
    'maintenance-last-try-failed': {
      subject: 'Nessun altro posto trovato: {site}, {start}',
      lines: [
        `Il Suo posto {device} è in manutenzione durante la Sua prenotazione${because}. Abbiamo cercato un posto equivalente e non ne abbiamo trovati.`,
        cancelling,
      ],
      sms: `{site}, {span}: non abbiamo trovato un altro posto al posto di {device} (manutenzione).${shortRefund}`,
    },
    'overstay-begun': {
      subject: 'La Sua prenotazione è terminata: {site}',
      lines: [
        'La Sua prenotazione di {device} è terminata il {end}, ma il posto è ancora occupato.',
        '{until, select, none {La preghiamo di liberarlo ora.} other {Può aprirlo fino al {until}. La preghiamo di liberarlo entro allora.}}',
        '{amount, select, none {} other {Il tempo in più costa {amount}.}}',
      ],
      sms: '{site}: la Sua prenotazione di {device} è terminata. {until, select, none {La preghiamo di liberare il posto.} other {Può aprirlo fino al {until}; La preghiamo di liberarlo entro allora.}}',
    },
    'overstay-charged': {
      subject: 'Tempo dopo la Sua prenotazione: {site}',
      lines: [
        'Ha occupato {device} oltre la fine della Sua prenotazione ({end}){until, select, none {} other {, fino al {until}}}.',
        '{amount, select, none {Non viene addebitato nulla.} other {Sono stati addebitati {amount}.}}',
      ],
      sms: '{site}: ha occupato {device} oltre la fine della Sua prenotazione.{amount, select, none { Non viene addebitato nulla.} other { Sono stati addebitati {amount}.}}',
    },
    'overstay-next-not-moved': {
      subject: 'Il Suo posto è ancora occupato: {site}, {start}',
      lines: [
        'Chi era prima di Lei non ha ancora lasciato il Suo posto {device}, e nessun posto equivalente è libero.',
        looking,
        'La avvisiamo appena il Suo posto è libero.',
        cancelling,
      ],
      sms: `{site}, {span}: {device} è ancora occupato, nessun altro posto è libero. La avvisiamo quando si libera.${shortRefund}`,
    },
    'overstay-next-freed': {
      subject: 'Il Suo posto è libero: {site}, {start}',
      lines: ['Chi era prima di Lei ha lasciato il Suo posto {device}. Può usarlo come prenotato.'],
      sms: '{site}, {span}: il Suo posto {device} ora è libero.',
    },
    'gateway-silent': {
      subject: 'Gateway silenzioso: {gateway}, {site}',
      lines: [
        'Il gateway {gateway} del sito {site} non invia nulla dal {since}.',
        '{count, plural, =0 {} one {Ne dipende # dispositivo.} other {Ne dipendono # dispositivi.}}',
        'Riceve questo messaggio al massimo una volta al giorno per gateway.',
      ],
    },
    'malfunction-opened': {
      subject: '{malfunction}: {device}, {site}',
      lines: ['{device}, {site}: {malfunction}, dal {since}.', 'Riceve un messaggio per ogni guasto.'],
    },
  },
} as const satisfies NoticeTexts
