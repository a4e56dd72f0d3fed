import type { RefusalCode } from '../refusals.ts'

export const fr: Record<RefusalCode, string> = {
  'bad-input': 'Certaines saisies ne sont pas valides. Veuillez vérifier les champs signalés.',
  'wrong-wire-version': 'Une nouvelle version est disponible. Veuillez recharger la page.',
  'not-authorized': 'Vous n’êtes pas autorisé à accéder à ces données',
  'not-found': 'Cette entrée n’existe pas.',
  'session-expired': 'Votre session a expiré. Veuillez vous reconnecter.',
  'too-many-requests': 'Trop de demandes en peu de temps. Veuillez patienter {seconds} s.',
  'command-id-reused': 'Cette demande a déjà été envoyée avec un autre contenu.',
  'client-id-missing': 'L’identifiant du client manque dans la demande.',
  'body-too-large': 'La demande est trop volumineuse.',
  'call-not-available': 'Cet appel n’est pas disponible dans cette version.',
  'server-busy': 'Le serveur est occupé. Veuillez réessayer dans un instant.',
  'server-stopping': 'Le serveur redémarre. Vous serez reconnecté dans un instant.',
  'unknown-failure': 'Une erreur semble s’être produite, veuillez recharger la page. Code d’assistance : {supportCode}',
  'database-unavailable':
    'Les données sont momentanément inaccessibles. Rien n’a été modifié. Veuillez réessayer dans un instant.',
  'no-answer': 'Le serveur ne répond pas. Veuillez vérifier votre connexion.',
  'outcome-unknown':
    'Aucune réponse n’est arrivée à temps. On ne sait pas si l’ordre a été exécuté ; l’état en direct le montrera.',
  'invalid-credentials': 'Nom d’utilisateur ou mot de passe invalide. Veuillez réessayer',
  'login-blocked':
    'Votre compte a été temporairement bloqué en raison d’un trop grand nombre de tentatives de connexion. Réessayez dans {seconds} s.',
  'registration-not-finished':
    'Veuillez d’abord terminer votre inscription : ouvrez le lien dans l’e-mail que nous vous avons envoyé.',
  'account-deactivated': 'Ce compte est inactif.',
  'admin-elsewhere': 'Les administrateurs utilisent l’application d’administration. Vous allez y être redirigé.',
  'not-an-admin': 'Ceci est l’application d’administration. Veuillez vous connecter sur le portail.',
  'setup-token-invalid': 'Ce jeton de configuration n’est pas valide. Il s’affiche au démarrage du serveur.',
  'setup-done': 'La configuration est déjà terminée. Veuillez vous connecter.',
  'password-too-weak':
    'Un mot de passe doit comporter au moins 8 caractères dont un chiffre, une majuscule et un caractère spécial.',
  'email-taken': 'L’e-mail ou le nom d’utilisateur est déjà utilisé.',
  'eticket-invalid': 'Aucune réservation ne correspond à ce billet. Vérifiez le lien ou connectez-vous.',
  'eticket-expired': 'Ce billet a expiré : vous n’avez plus accès à cette réservation.',
  'eticket-canceled': 'Cette réservation a été annulée, le billet n’est plus valable.',
  'eticket-not-allowed': 'Cette réservation n’autorise pas les billets d’invité.',
  'device-undefined': 'Cet appareil ne s’est pas encore manifesté. Il pourra être commandé après son premier message.',
  'device-unreachable': 'Cet appareil est silencieux depuis trop longtemps. Rien n’a été envoyé.',
  'gateway-unreachable':
    'La passerelle de cet appareil n’est pas connectée. Rien n’a été envoyé et rien ne bougera plus tard.',
  'device-occupied': 'L’appareil est occupé et ne doit pas bouger. Actualisez son état et réessayez.',
  'already-in-state': 'L’appareil est déjà dans cet état. Actualisez son état et réessayez.',
  'order-in-flight': 'Un ordre est encore en cours pour cet appareil.',
  'action-not-supported': 'Cet appareil ne sait pas faire cela.',
  'under-maintenance': 'L’appareil est en maintenance. Utilisez « Commander quand même » si nécessaire.',
  'too-fast': 'Un ordre toutes les 2 s par appareil. Veuillez patienter.',
  'already-acknowledged': 'Quelqu’un l’a déjà confirmé.',
  'malfunction-closed': 'Ce dysfonctionnement est déjà résolu.',
  'span-too-long': 'Une année au maximum peut être affichée à la fois.',
  'span-empty': 'La fin doit être postérieure au début.',
}
