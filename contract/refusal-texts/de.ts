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
  'start-in-past': 'Der Beginn liegt in der Vergangenheit.',
  'start-after-end': 'Der Beginn liegt nach dem Ende.',
  'duration-zero': 'Die Dauer darf nicht null sein.',
  'no-access-time': 'Für diesen Zeitraum gibt es hier keine Zugangszeit.',
  'not-permitted-then': 'Sie dürfen hier zu dieser Zeit nicht reservieren.',
  'outside-access-time': 'Nur von {from} bis {until} Uhr möglich.',
  'not-same-day': 'Beginn und Ende müssen am selben Tag liegen.',
  'duration-too-short':
    'Die kürzeste Buchung hier ist {unit, select, day {{count, plural, =1 {1 Tag} other {# Tage}}} hour {{count, plural, =1 {1 Stunde} other {# Stunden}}} other {{count, plural, =1 {1 Minute} other {# Minuten}}}}.',
  'duration-too-long':
    'Die längste Buchung hier ist {unit, select, day {{count, plural, =1 {1 Tag} other {# Tage}}} hour {{count, plural, =1 {1 Stunde} other {# Stunden}}} other {{count, plural, =1 {1 Minute} other {# Minuten}}}}.',
  'slot-mismatch':
    'Die Dauer muss ein Vielfaches von {unit, select, day {{count, plural, =1 {1 Tag} other {# Tagen}}} hour {{count, plural, =1 {1 Stunde} other {# Stunden}}} other {{count, plural, =1 {1 Minute} other {# Minuten}}}} sein.',
  'prebook-too-late':
    'Vor dem Beginn muss mindestens so viel Zeit bleiben: {unit, select, day {{count, plural, =1 {1 Tag} other {# Tage}}} hour {{count, plural, =1 {1 Stunde} other {# Stunden}}} other {{count, plural, =1 {1 Minute} other {# Minuten}}}}.',
  'prebook-too-early':
    'Buchbar erst so lange vor dem Beginn: {unit, select, day {{count, plural, =1 {1 Tag} other {# Tage}}} hour {{count, plural, =1 {1 Stunde} other {# Stunden}}} other {{count, plural, =1 {1 Minute} other {# Minuten}}}}.',
  'licence-plate-required': 'Hier wird ein Kennzeichen benötigt.',
  'fields-missing': 'Die Reservierung kann nicht angelegt werden, weil wichtige Angaben fehlen.',
  'site-invalid': 'Diesen Standort gibt es nicht, oder er kann nicht gebucht werden.',
  'site-private': 'Dieser Standort ist privat. Geben Sie unter „Private Zonen“ einen Zugangscode ein.',
  'user-blocked': 'Sie sind in der Zone {zone} gesperrt. Bitte wenden Sie sich an {contact}.',
  'no-free-place': 'In diesem Zeitraum ist kein Platz frei.',
  'place-taken': 'Dieser Platz ist in diesem Zeitraum belegt.',
  'place-held': 'Dieser Platz wird gerade von jemand anderem gebucht. Er kann in zwei Minuten wieder frei sein.',
  'maintenance-then': 'In diesem Zeitraum ist Wartung.',
  'device-not-ready':
    'Dieser Platz meldet eine Störung und wird für einen Beginn in der nächsten Stunde nicht angeboten.',
  'place-occupied':
    'Hier steht schon etwas. Der Platz wird für einen Beginn in den nächsten 15 Minuten nicht angeboten.',
  'device-not-bookable': 'Dieses Gerät kann nicht gebucht werden.',
  'option-not-available': 'Ein zusätzliches Gerät ist in diesem Zeitraum nicht verfügbar.',
  'hold-expired': 'Die Zeit zum Buchen ist abgelaufen, der Platz wurde freigegeben. Bitte beginnen Sie erneut.',
  'documents-not-accepted': 'Bitte akzeptieren Sie zuerst die Dokumente dieses Standorts.',
  'price-changed': 'Der Preis hat sich geändert. Bitte prüfen Sie ihn erneut; es wurde nichts abgebucht.',
  'payment-method-not-allowed': 'Diese Zahlungsart ist hier nicht möglich.',
  'insufficient-credit':
    'Ihr Guthaben reicht nicht aus. Bitte laden Sie es auf oder wählen Sie eine andere Zahlungsart.',
  'cost-center-not-allowed': 'Sie dürfen diese Kostenstelle nicht verwenden.',
  'payment-pending': 'Eine Zahlung für diese Reservierung ist noch offen.',
  'too-many-payments':
    'Höchstens {most} Ihrer Zahlungen können zugleich offen sein. Schließen Sie zuerst eine ab oder brechen Sie sie ab.',
  'payment-provider-unavailable': 'Kartenzahlung ist gerade nicht möglich. Es wurde nichts abgebucht.',
  'reservation-state': 'Die Reservierung ist in einem Zustand, in dem das nicht möglich ist.',
  'state-not-supported': 'Dieser Zustand wird nicht unterstützt.',
  'reservation-not-reserved': 'Falscher Benutzer oder ungültige Reservierung',
  'reservation-over': 'Die Reservierung existiert nicht oder ist abgelaufen.',
  'reservation-not-begun': 'Ab 15 Minuten vor Beginn möglich.',
  'reservation-extended': 'Die Reservierung wurde verlängert. Verwenden Sie die Folgereservierung.',
  'refund-changed':
    'Die Erstattung hat sich inzwischen geändert. Bitte prüfen Sie sie erneut; es wurde nichts storniert.',
  'refund-not-missing': 'Hier fehlt keine Erstattung.',
  'change-device-error': 'Das Gerät konnte nicht gewechselt werden.',
  'device-not-equivalent': 'Dieses Gerät ist kein gleichwertiges am selben Standort.',
  'extension-not-available': 'Diese Reservierung kann nicht verlängert werden.',
  'too-many-shares': 'Höchstens {most} Links einer Reservierung können offen sein. Widerrufen Sie zuerst einen.',
  'code-unknown': 'Diesen Code gibt es nicht.',
  'code-held': 'Diesen Code haben Sie bereits eingegeben.',
  'code-exists': 'Diesen Code gibt es bereits.',
  'zone-not-private': 'Nur private Zonen haben Zugangscodes.',
  'event-not-in-zone': 'Diese Zugangszeit gehört nicht zur Zone.',
  'eticket-invalid': 'Zu diesem Ticket gibt es keine Reservierung. Bitte prüfen Sie den Link oder melden Sie sich an.',
  'eticket-expired': 'Dieses Ticket ist abgelaufen: Sie haben keinen Zugriff mehr auf diese Reservierung.',
  'eticket-canceled': 'Diese Reservierung wurde storniert, das Ticket gilt nicht mehr.',
  'eticket-not-allowed': 'Für diese Reservierung sind keine Gasttickets erlaubt.',
  'device-undefined':
    'Dieses Gerät hat sich noch nicht gemeldet. Nach seiner ersten Meldung kann es gesteuert und sofort gebucht werden.',
  'device-unreachable': 'Dieses Gerät meldet sich schon zu lange nicht, um es jetzt zu steuern oder sofort zu buchen.',
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
