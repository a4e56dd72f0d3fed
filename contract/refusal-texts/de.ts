import type { RefusalCode } from '../refusals.ts'

export const de: Record<RefusalCode, string> = {
  'bad-input': 'Einige Angaben sind nicht gültig. Bitte prüfen Sie die markierten Felder.',
  'wrong-wire-version': 'Eine neuere Version ist verfügbar. Bitte laden Sie die Seite neu.',
  'not-authorized': 'Keine Berechtigung für diese Daten',
  'not-found': 'Diesen Eintrag gibt es nicht.',
  'session-expired': 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.',
  'too-many-requests': 'Zu viele Anfragen in kurzer Zeit. Bitte warten Sie {seconds} s.',
  'command-id-reused': 'Diese Anfrage wurde schon mit anderem Inhalt gesendet.',
  'client-id-missing': 'Der Anfrage fehlt die Client-Kennung.',
  'body-too-large': 'Die Anfrage ist zu groß.',
  'call-not-available': 'Dieser Aufruf steht in dieser Version nicht zur Verfügung.',
  'server-busy': 'Der Server ist ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  'server-stopping': 'Der Server startet neu. Sie werden gleich wieder verbunden.',
  'unknown-failure': 'Es ist ein Fehler aufgetreten, bitte laden Sie die Seite neu. Support-Code: {supportCode}',
  'database-unavailable':
    'Die Daten sind gerade nicht erreichbar. Es wurde nichts geändert. Bitte versuchen Sie es gleich noch einmal.',
  'no-answer': 'Der Server antwortet nicht. Bitte prüfen Sie Ihre Verbindung.',
  'outcome-unknown':
    'Es kam keine rechtzeitige Antwort. Ob es ausgeführt wurde, ist nicht bekannt; der Live-Zustand wird es zeigen.',
  'invalid-credentials': 'Benutzername oder Passwort ungültig. Bitte versuchen Sie es erneut',
  'login-blocked':
    'Ihr Konto wurde wegen zu vieler Anmeldeversuche vorübergehend gesperrt. Versuchen Sie es in {seconds} s erneut.',
  'registration-not-finished':
    'Bitte schließen Sie zuerst Ihre Registrierung ab: Öffnen Sie den Link in der E-Mail, die wir Ihnen geschickt haben.',
  'account-deactivated': 'Dieses Konto ist inaktiv.',
  'admin-elsewhere': 'Administratoren arbeiten in der Verwaltungsanwendung. Sie werden dorthin weitergeleitet.',
  'not-an-admin': 'Dies ist die Verwaltungsanwendung. Bitte melden Sie sich im Portal an.',
  'setup-token-invalid': 'Dieses Einrichtungs-Token ist ungültig. Es wird beim Start des Servers ausgegeben.',
  'setup-done': 'Die Einrichtung ist bereits erledigt. Bitte melden Sie sich an.',
  'password-too-weak':
    'Ein Passwort braucht mindestens 8 Zeichen mit einer Ziffer, einem Großbuchstaben und einem Sonderzeichen.',
  'email-taken': 'E-Mail oder Benutzername wird bereits verwendet.',
  'eticket-invalid': 'Zu diesem Ticket gibt es keine Reservierung. Bitte prüfen Sie den Link oder melden Sie sich an.',
  'eticket-expired': 'Dieses Ticket ist abgelaufen: Sie haben keinen Zugriff mehr auf diese Reservierung.',
  'eticket-canceled': 'Diese Reservierung wurde storniert, das Ticket gilt nicht mehr.',
  'eticket-not-allowed': 'Für diese Reservierung sind keine Gasttickets erlaubt.',
  'device-undefined': 'Dieses Gerät hat sich noch nicht gemeldet. Nach seiner ersten Meldung kann es gesteuert werden.',
  'device-unreachable': 'Dieses Gerät meldet sich schon zu lange nicht. Es wurde nichts gesendet.',
  'gateway-unreachable':
    'Das Gateway dieses Geräts ist nicht verbunden. Es wurde nichts gesendet, und es bewegt sich auch später nichts.',
  'device-occupied':
    'Das Gerät ist belegt und darf sich nicht bewegen. Aktualisieren Sie den Zustand und versuchen Sie es erneut.',
  'already-in-state':
    'Das Gerät ist bereits in diesem Zustand. Aktualisieren Sie den Zustand und versuchen Sie es erneut.',
  'order-in-flight': 'Ein Befehl an dieses Gerät ist noch unterwegs.',
  'action-not-supported': 'Das kann dieses Gerät nicht.',
  'under-maintenance': 'Das Gerät ist in Wartung. Nutzen Sie „Trotzdem steuern“, wenn es sein muss.',
  'too-fast': 'Ein Befehl alle 2 s je Gerät. Bitte warten Sie einen Moment.',
  'already-acknowledged': 'Das hat bereits jemand bestätigt.',
  'malfunction-closed': 'Diese Störung ist bereits behoben.',
  'span-too-long': 'Es kann höchstens ein Jahr auf einmal gezeigt werden.',
  'span-empty': 'Das Ende muss nach dem Beginn liegen.',
}
