import type { Translation } from '../types/translation.ts'
import type en from './en.ts'

export default {
  'hero.title': 'Posti che si aprono quando è il suo turno',
  'hero.text':
    'Parcheggi, box per bici, armadietti, porte e punti di ricarica in una sola pagina: in diretta dal dispositivo, mossi da comandi che contano solo quando il dispositivo li conferma.',
  'hero.search': 'Trovare un posto libero',
  'hero.login': 'Accedi',
  'does.live.title': 'In diretta, non a intuito',
  'does.live.text': 'Ogni dispositivo comunica da sé. Ciò che vede è la sua parola, con la sua età.',
  'does.control.title': 'Inviato non vuol dire fatto',
  'does.control.text':
    'Un comando vale come eseguito solo quando il dispositivo lo conferma. Uno in ritardo non viene mai eseguito.',
  'does.watch.title': 'I guasti si segnalano',
  'does.watch.text': 'Gateway muti, batterie scariche, porte bloccate: i gestori li vedono appena iniziano.',
  'start.hello': 'Salve {name}',
  'start.go': 'Dove andare?',
  'start.dashboard': 'Che cosa non va ora nelle sue zone, e da quando.',
  'start.remote': 'Vedere tutti i dispositivi di un sito, aprirli, chiuderli o riavviarli.',
  'start.nothing.title': 'Ha effettuato l’accesso',
  'start.nothing.text':
    'Il suo account non ha pagine proprie in questa versione. La sua azienda decide che cosa è attivo per lei.',
  'start.account': 'Il suo account',
  'start.announcements': 'Comunicazioni',
  'start.until': 'fino al {date}',
} satisfies Translation<typeof en>
