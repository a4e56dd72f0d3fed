import type { NoticeTexts } from './types.ts'

const because = '{reason, select, none {} other { ({reason})}}'
const during = '{until, select, none {ab {from} bis auf Weiteres} other {von {from} bis {until}}}'
const cancelling =
  '{refund, select, none {Sie können die Reservierung kostenlos stornieren.} other {Wenn Sie die Reservierung stornieren, bekommen Sie {refund} zurück.}}'
const looking =
  '{triesUntil, select, none {} other {Wir suchen bis {triesUntil} weiter nach einem anderen Platz und melden uns, wenn wir einen finden.}}'
const shortRefund = '{refund, select, none {} other { Im Portal stornieren: {refund} zurück.}}'
const price = '{price, select, none {} other {Preis: {price}.}}'

export default {
  greeting: 'Guten Tag {name},',
  facts: {
    number: 'Reservierung',
    site: 'Standort',
    device: 'Platz',
    span: 'Zeit',
    gateway: 'Gateway',
    since: 'Seit',
  },
  links: { reservation: 'Reservierung zeigen', malfunctions: 'Störungen zeigen' },
  sentBy: 'Diese Nachricht kommt von {sender}.',
  settings: 'Auswählen, welche Nachrichten Sie bekommen',
  malfunctions: {
    unreachable: 'Nicht erreichbar',
    'not-responding': 'Reagiert nicht',
    'sensor-dirty': 'Sensor verschmutzt',
    'low-voltage': 'Spannung niedrig',
    'error-status': 'Gerätefehler',
    'stuck-door': 'Bleibt offen',
    'gateway-silent': 'Gateway stumm',
    'access-guessing': 'Falsche PINs',
    'emergency-open': 'Im Notfall geöffnet',
    'occupied-unbooked': 'Belegt ohne Reservierung',
    'booked-blocked': 'Reserviert, aber nicht nutzbar',
    'sensor-doubtful': 'Sensor zweifelhaft',
    overstay: 'Über die Zeit geblieben',
  },
  kinds: {
    'reservation-confirmed': {
      subject: 'Reserviert: {site}, {start}',
      lines: ['Ihr Platz ist reserviert: {device}, {site}.', price],
    },
    'reservation-changed': {
      subject: 'Anderer Platz: {toDevice}, {start}',
      lines: ['Ihre Reservierung gilt jetzt für {toDevice} statt {fromDevice}. Die Zeit bleibt gleich.'],
    },
    'reservation-canceled': {
      subject: 'Storniert: {site}, {start}',
      lines: [
        '{by, select, operator {Ihre Reservierung {number} wurde vom Betreiber des Standorts storniert.} other {Ihre Reservierung {number} ist storniert.}}',
        '{back, select, yes {Sie bekommen {refund} zurück.} no {Es wird nichts zurückgezahlt.} other {}}',
      ],
      sms: 'Ihre Reservierung {number}, {site}, {start}, ist storniert.{back, select, yes { Sie bekommen {refund} zurück.} other {}}',
    },
    'reservation-extended': {
      subject: 'Verlängert bis {end}',
      lines: ['Ihre Reservierung geht jetzt bis {end}. Ab {start} ist Ihr Platz {device}.', price],
    },
    'reservation-rebooked': {
      subject: 'Ihr Platz hat sich geändert: {toDevice}, {start}',
      lines: [
        `{why, select, overstay {Ihr Platz {fromDevice} ist vom Gast vor Ihnen noch nicht verlassen worden.} other {Ihr Platz {fromDevice} wird gewartet${because}.}}`,
        'Wir haben Ihre Reservierung auf {toDevice} verlegt. Zeit und Preis bleiben gleich.',
      ],
      sms: '{site}, {span}: Ihr Platz ist jetzt {toDevice} statt {fromDevice} ({why, select, overstay {noch belegt} other {Wartung}}).',
    },
    'maintenance-not-moved': {
      subject: 'Ihr Platz wird gewartet: {site}, {start}',
      lines: [
        `Ihr Platz {device} wird ${during} gewartet${because}. Ein gleichwertiger Platz ist zurzeit nicht frei.`,
        looking,
        cancelling,
      ],
      sms: `{site}, {span}: {device} wird gewartet, kein anderer Platz ist frei.${shortRefund}`,
    },
    'maintenance-lost-access': {
      subject: 'Ihr Platz lässt sich nicht mehr öffnen: {site}',
      lines: [
        `Ihre Reservierung läuft, und Ihr Platz {device} wird ${during} gewartet${because}.`,
        'In dieser Zeit lässt er sich nicht öffnen. Haben Sie noch etwas darin, wenden Sie sich bitte an den Betreiber.',
        cancelling,
      ],
      sms: `{site}: Ihr Platz {device} wird ab {from} gewartet und lässt sich dann nicht öffnen.${shortRefund}`,
    },
    'maintenance-restored': {
      subject: 'Ihr Platz ist wieder verfügbar: {site}, {start}',
      lines: ['Die Wartung von {device} wurde zurückgenommen. Ihre Reservierung gilt, wie Sie sie gebucht haben.'],
    },
    'maintenance-last-try-failed': {
      subject: 'Kein anderer Platz gefunden: {site}, {start}',
      lines: [
        `Ihr Platz {device} wird während Ihrer Reservierung gewartet${because}. Wir haben einen gleichwertigen Platz gesucht und keinen gefunden.`,
        cancelling,
      ],
      sms: `{site}, {span}: Wir haben keinen anderen Platz statt {device} gefunden (Wartung).${shortRefund}`,
    },
    'overstay-begun': {
      subject: 'Ihre Reservierung ist zu Ende: {site}',
      lines: [
        'Ihre Reservierung von {device} endete am {end}, der Platz ist aber noch belegt.',
        '{until, select, none {Bitte verlassen Sie ihn jetzt.} other {Sie können ihn bis {until} öffnen. Bitte verlassen Sie ihn bis dahin.}}',
        '{amount, select, none {} other {Die zusätzliche Zeit kostet {amount}.}}',
      ],
      sms: '{site}: Ihre Reservierung von {device} ist zu Ende. {until, select, none {Bitte verlassen Sie den Platz.} other {Sie können ihn bis {until} öffnen; bitte verlassen Sie ihn bis dahin.}}',
    },
    'overstay-charged': {
      subject: 'Zeit nach Ihrer Reservierung: {site}',
      lines: [
        'Sie haben {device} über das Ende Ihrer Reservierung ({end}) hinaus belegt{until, select, none {} other {, bis {until}}}.',
        '{amount, select, none {Dafür wird nichts berechnet.} other {Dafür wurden {amount} berechnet.}}',
      ],
      sms: '{site}: Sie haben {device} über das Ende Ihrer Reservierung hinaus belegt.{amount, select, none { Dafür wird nichts berechnet.} other { Dafür wurden {amount} berechnet.}}',
    },
    'overstay-next-not-moved': {
      subject: 'Ihr Platz ist noch belegt: {site}, {start}',
      lines: [
        'Der Gast vor Ihnen hat Ihren Platz {device} noch nicht verlassen, und kein gleichwertiger Platz ist frei.',
        looking,
        'Sobald Ihr Platz frei ist, sagen wir Ihnen Bescheid.',
        cancelling,
      ],
      sms: `{site}, {span}: {device} ist noch belegt, kein anderer Platz ist frei. Wir melden uns, wenn er frei wird.${shortRefund}`,
    },
    'overstay-next-freed': {
      subject: 'Ihr Platz ist frei: {site}, {start}',
      lines: ['Der Gast vor Ihnen hat Ihren Platz {device} verlassen. Sie können ihn wie reserviert nutzen.'],
      sms: '{site}, {span}: Ihr Platz {device} ist jetzt frei.',
    },
    'gateway-silent': {
      subject: 'Gateway stumm: {gateway}, {site}',
      lines: [
        'Das Gateway {gateway} am Standort {site} hat seit {since} nichts mehr gesendet.',
        '{count, plural, =0 {} one {# Gerät hängt daran.} other {# Geräte hängen daran.}}',
        'Diese Nachricht kommt je Gateway höchstens einmal am Tag.',
      ],
    },
    'malfunction-opened': {
      subject: '{malfunction}: {device}, {site}',
      lines: ['{device}, {site}: {malfunction}, seit {since}.', 'Zu jeder Störung bekommen Sie eine Nachricht.'],
    },
  },
} as const satisfies NoticeTexts
