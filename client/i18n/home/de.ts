import type { Translation } from '../types/translation.ts'
import type en from './en.ts'

export default {
  'hero.title': 'Plätze, die sich öffnen, wenn Sie dran sind',
  'hero.text':
    'Parkplätze, Fahrradboxen, Schließfächer, Türen und Ladepunkte auf einer Seite: live vom Gerät selbst, bewegt durch Befehle, die erst zählen, wenn das Gerät sie bestätigt.',
  'hero.search': 'Freien Platz finden',
  'hero.login': 'Anmelden',
  'does.live.title': 'Live statt geraten',
  'does.live.text': 'Jedes Gerät meldet sich selbst. Was Sie sehen, ist seine eigene Aussage, mit ihrem Alter.',
  'does.control.title': 'Gesendet ist nicht getan',
  'does.control.text':
    'Ein Befehl gilt erst als ausgeführt, wenn das Gerät ihn bestätigt. Ein verspäteter wird nie ausgeführt.',
  'does.watch.title': 'Störungen melden sich',
  'does.watch.text': 'Stumme Gateways, schwache Batterien, klemmende Türen: Betreiber sehen sie, sobald sie beginnen.',
  'start.hello': 'Hallo {name}',
  'start.go': 'Wohin?',
  'start.dashboard': 'Was in Ihren Zonen gerade nicht stimmt, und seit wann.',
  'start.remote': 'Alle Geräte eines Standorts sehen, öffnen, schließen oder neu starten.',
  'start.nothing.title': 'Sie sind angemeldet',
  'start.nothing.text':
    'Ihr Konto hat in dieser Version keine eigenen Seiten. Ihr Unternehmen entscheidet, was für Sie freigeschaltet ist.',
  'start.account': 'Ihr Konto',
  'start.announcements': 'Mitteilungen',
  'start.until': 'bis {date}',
} satisfies Translation<typeof en>
