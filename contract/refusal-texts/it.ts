import type { RefusalCode } from '../refusals.ts'

export const it: Record<RefusalCode, string> = {
  'bad-input': 'Alcuni dati non sono validi. Controlli i campi evidenziati.',
  'wrong-wire-version': 'È disponibile una nuova versione. Ricarichi la pagina.',
  'not-authorized': 'Non autorizzato ad accedere a questi dati',
  'not-found': 'Questa voce non esiste.',
  'session-expired': 'La sessione è scaduta. Effettui di nuovo l’accesso.',
  'too-many-requests': 'Troppe richieste in poco tempo. Attenda {seconds} s.',
  'command-id-reused': 'Questa richiesta è già stata inviata con un altro contenuto.',
  'client-id-missing': 'Nella richiesta manca l’identificativo del client.',
  'body-too-large': 'La richiesta è troppo grande.',
  'call-not-available': 'Questa chiamata non è disponibile in questa versione.',
  'server-busy': 'Il server è occupato. Riprovi tra poco.',
  'server-stopping': 'Il server si sta riavviando. La connessione riprenderà tra poco.',
  'unknown-failure': 'Sembra che si sia verificato un errore, ricarichi la pagina. Codice di assistenza: {supportCode}',
  'database-unavailable':
    'I dati non sono raggiungibili in questo momento. Nulla è stato modificato. Riprovi tra poco.',
  'no-answer': 'Il server non risponde. Controlli la connessione.',
  'outcome-unknown':
    'Nessuna risposta in tempo utile. Non si sa se sia stato eseguito; lo stato in tempo reale lo mostrerà.',
  'invalid-credentials': 'Nome utente o password non validi. Riprovi',
  'login-blocked':
    'Il suo account è stato temporaneamente bloccato per troppi tentativi di accesso. Riprovi tra {seconds} s.',
  'registration-not-finished': 'Completi prima la registrazione: apra il link nell’e-mail che le abbiamo inviato.',
  'account-deactivated': 'Questo account non è attivo.',
  'admin-elsewhere': 'Gli amministratori lavorano nell’applicazione di amministrazione. Sarà reindirizzato.',
  'not-an-admin': 'Questa è l’applicazione di amministrazione. Acceda dal portale.',
  'setup-token-invalid': 'Questo token di configurazione non è valido. Viene mostrato all’avvio del server.',
  'setup-done': 'La configurazione è già stata completata. Effettui l’accesso.',
  'password-too-weak':
    'La password deve contenere almeno 8 caratteri con una cifra, una lettera maiuscola e un carattere speciale.',
  'email-taken': 'L’e-mail o il nome utente è già in uso.',
  'device-undefined': 'Questo dispositivo non ha ancora comunicato. Potrà essere comandato dopo il primo messaggio.',
  'device-unreachable': 'Questo dispositivo è silenzioso da troppo tempo. Non è stato inviato nulla.',
  'gateway-unreachable':
    'Il gateway di questo dispositivo non è connesso. Non è stato inviato nulla e nulla si muoverà in seguito.',
  'device-occupied': 'Il dispositivo è occupato e non deve muoversi. Aggiorni lo stato e riprovi.',
  'already-in-state': 'Il dispositivo è già in questo stato. Aggiorni lo stato e riprovi.',
  'order-in-flight': 'Un comando per questo dispositivo è ancora in corso.',
  'action-not-supported': 'Questo dispositivo non supporta questa azione.',
  'under-maintenance': 'Il dispositivo è in manutenzione. Usi «Comanda comunque» se necessario.',
  'too-fast': 'Un comando ogni 2 s per dispositivo. Attenda un momento.',
  'already-acknowledged': 'Qualcuno l’ha già confermato.',
  'malfunction-closed': 'Questo guasto è già risolto.',
  'span-too-long': 'Si può mostrare al massimo un anno alla volta.',
  'span-empty': 'La fine deve essere successiva all’inizio.',
}
