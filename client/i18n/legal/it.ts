import type { Translation } from '../types/translation.ts'
import type en from './en.ts'

export default {
  'faq.title': 'Domande e risposte',
  'faq.lead': 'Come il portale mostra i posti e comanda i dispositivi.',
  'faq.status.title': 'Che cosa significano gli stati di un dispositivo?',
  'faq.status.text':
    'Libero: il posto è utilizzabile. Bloccato: il dispositivo è chiuso. Occupato: un sensore segnala che lì c’è qualcosa. Mai segnalato: il dispositivo non ha ancora inviato il primo messaggio e non può essere comandato. Non raggiungibile: tace da più di tre dei suoi intervalli; viene mostrato l’ultimo stato noto con la sua età.',
  'faq.sent.title': 'Qual è la differenza tra «inviato» e «confermato»?',
  'faq.sent.text':
    'Un comando è inviato quando il gateway lo ha ricevuto. È confermato solo quando il dispositivo stesso segnala il nuovo stato. Un comando vive poco, di solito 15 secondi. Se la conferma non arriva, la pagina lo dice, e nulla si muoverà più tardi per quel comando.',
  'faq.offline.title': 'Che cosa succede se la mia connessione cade?',
  'faq.offline.text':
    'Un avviso lo segnala e la pagina indica che i dati non sono aggiornati. Quando la connessione torna, la pagina recupera da sola; non occorre ricaricarla.',
  'faq.code.title': 'Che cos’è un codice di assistenza?',
  'faq.code.text':
    'Se qualcosa fallisce, appare un breve codice. Lo comunichi all’assistenza: permette di trovare esattamente quell’evento.',
  'imprint.title': 'Colophon',
  'imprint.text':
    'Il gestore di questa installazione è responsabile del suo contenuto. Non ha ancora indicato qui un proprio indirizzo; si rivolga all’azienda che le ha dato accesso.',
  'terms.title': 'Condizioni d’uso',
  'terms.lead':
    'L’azienda che gestisce i siti stabilisce le condizioni per prenotare e usare i posti. Per il portale vale quanto segue:',
  'terms.account':
    'Il suo accesso è personale. Chi lo usa agisce a suo nome; ogni comando a un dispositivo viene conservato insieme a chi lo ha dato.',
  'terms.safety':
    'Azioni un dispositivo solo se nessuno può farsi male. La protezione contro lo schiacciamento è nel dispositivo stesso, mai in questo portale.',
  'privacy.title': 'Privacy',
  'privacy.lead': 'Che cosa conserva questo portale, e perché:',
  'privacy.cookies':
    'Due cookie: uno per la sessione, che gli script non possono leggere, e uno per la lingua. La scelta tra chiaro e scuro resta nel suo browser. Nulla viene caricato da altri server e nessun altro viene informato della sua visita.',
  'privacy.sessions':
    'Le sessioni con ora, indirizzo e browser, perché un accesso estraneo venga notato e possa essere chiuso.',
  'privacy.orders':
    'I comandi ai dispositivi: chi, che cosa, quando, perché era consentito e che cosa ha risposto il dispositivo.',
  'privacy.passwords': 'Le password solo come impronta non reversibile.',
} satisfies Translation<typeof en>
