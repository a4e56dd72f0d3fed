import type { Translation } from '../types/translation.ts'
import type en from './en.ts'

export default {
  'faq.title': 'Fragen und Antworten',
  'faq.lead': 'Wie das Portal Plätze zeigt und Geräte bewegt.',
  'faq.status.title': 'Was bedeuten die Zustände eines Geräts?',
  'faq.status.text':
    'Frei: Der Platz kann genutzt werden. Gesperrt: Das Gerät ist geschlossen. Belegt: Ein Sensor meldet, dass dort etwas steht. Noch nie gemeldet: Das Gerät hat noch keine erste Nachricht gesendet und kann nicht gesteuert werden. Nicht erreichbar: Es schweigt länger als drei seiner Meldeabstände; sein letzter bekannter Zustand wird mit seinem Alter gezeigt.',
  'faq.sent.title': 'Was ist der Unterschied zwischen „gesendet“ und „bestätigt“?',
  'faq.sent.text':
    'Ein Befehl ist gesendet, wenn er das Gateway erreicht hat. Bestätigt ist er erst, wenn das Gerät selbst den neuen Zustand meldet. Befehle leben kurz, meist 15 Sekunden. Kommt keine Bestätigung, sagt die Seite das, und wegen dieses Befehls bewegt sich später nichts mehr.',
  'faq.offline.title': 'Was geschieht, wenn meine Verbindung abbricht?',
  'faq.offline.text':
    'Ein Banner sagt es, und die Seite kennzeichnet ihre Daten als nicht aktuell. Ist die Verbindung zurück, holt die Seite von selbst auf; Sie müssen sie nicht neu laden.',
  'faq.code.title': 'Was ist ein Support-Code?',
  'faq.code.text':
    'Geht etwas schief, sehen Sie einen kurzen Code. Geben Sie ihn dem Support weiter: Damit findet sich genau dieses Ereignis in den Aufzeichnungen.',
  'imprint.title': 'Impressum',
  'imprint.text':
    'Für den Inhalt dieser Installation ist ihr Betreiber verantwortlich. Er hat hier noch keine eigene Anschrift hinterlegt; bitte wenden Sie sich an das Unternehmen, das Ihnen den Zugang gegeben hat.',
  'terms.title': 'Nutzungsbedingungen',
  'terms.lead':
    'Die Bedingungen für Reservierung und Nutzung der Plätze legt das Unternehmen fest, das die Standorte betreibt. Für das Portal selbst gilt:',
  'terms.account':
    'Ihr Zugang ist persönlich. Wer ihn benutzt, handelt in Ihrem Namen; jeder Befehl an ein Gerät wird mit der Person festgehalten, die ihn gegeben hat.',
  'terms.safety':
    'Bewegen Sie ein Gerät nur, wenn dadurch niemand verletzt werden kann. Der Schutz vor Quetschen liegt im Gerät selbst, nie in diesem Portal.',
  'privacy.title': 'Datenschutz',
  'privacy.lead': 'Was dieses Portal speichert, und wozu:',
  'privacy.cookies':
    'Zwei Cookies: eines für Ihre Sitzung, das Skripte nicht lesen können, und eines für Ihre Sprache. Die Wahl zwischen hell und dunkel bleibt in Ihrem Browser. Es wird nichts von anderen Servern geladen, und niemand sonst erfährt von Ihrem Besuch.',
  'privacy.sessions':
    'Sitzungen mit Zeit, Adresse und Browser, damit eine fremde Anmeldung auffällt und beendet werden kann.',
  'privacy.orders': 'Befehle an Geräte: wer, was, wann, warum es erlaubt war und was das Gerät geantwortet hat.',
  'privacy.passwords': 'Passwörter nur als Hashwert, der sich nicht zurückrechnen lässt.',
} satisfies Translation<typeof en>
