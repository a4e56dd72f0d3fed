import type { Translation } from '../types/translation.ts'
import type en from './en.ts'

export default {
  'faq.title': 'Questions et réponses',
  'faq.lead': 'Comment le portail montre les places et commande les appareils.',
  'faq.status.title': 'Que signifient les états d’un appareil ?',
  'faq.status.text':
    'Libre : la place est utilisable. Bloqué : l’appareil est fermé. Occupé : un capteur signale que quelque chose s’y trouve. Jamais signalé : l’appareil n’a pas encore envoyé son premier message et ne peut pas être commandé. Injoignable : il est muet depuis plus de trois de ses intervalles ; son dernier état connu est affiché avec son ancienneté.',
  'faq.sent.title': 'Quelle est la différence entre « envoyé » et « confirmé » ?',
  'faq.sent.text':
    'Un ordre est envoyé lorsque la passerelle l’a reçu. Il n’est confirmé que lorsque l’appareil signale lui-même le nouvel état. Un ordre vit peu de temps, en général 15 secondes. Sans confirmation, la page le dit, et rien ne bougera plus tard à cause de cet ordre.',
  'faq.offline.title': 'Que se passe-t-il si ma connexion est coupée ?',
  'faq.offline.text':
    'Une bannière l’indique et la page signale que ses données ne sont pas à jour. Dès que la connexion revient, la page se rattrape d’elle-même ; inutile de la recharger.',
  'faq.code.title': 'Qu’est-ce qu’un code d’assistance ?',
  'faq.code.text':
    'En cas d’échec, un court code s’affiche. Transmettez-le à l’assistance : il permet de retrouver exactement cet événement.',
  'imprint.title': 'Mentions légales',
  'imprint.text':
    'L’exploitant de cette installation est responsable de son contenu. Il n’a pas encore indiqué d’adresse ici ; veuillez vous adresser à l’entreprise qui vous a donné accès.',
  'terms.title': 'Conditions d’utilisation',
  'terms.lead':
    'L’entreprise qui exploite les sites fixe les conditions de réservation et d’utilisation des places. Pour le portail lui-même :',
  'terms.account':
    'Votre accès est personnel. Quiconque l’utilise agit en votre nom ; chaque ordre à un appareil est conservé avec son auteur.',
  'terms.safety':
    'Ne commandez un appareil que si personne ne peut être blessé. La protection contre l’écrasement se trouve dans l’appareil, jamais dans ce portail.',
  'privacy.title': 'Confidentialité',
  'privacy.lead': 'Ce que ce portail conserve, et pourquoi :',
  'privacy.cookies':
    'Deux cookies : l’un pour votre session, illisible par les scripts, l’autre pour votre langue. Le choix clair ou sombre reste dans votre navigateur. Rien n’est chargé depuis d’autres serveurs et personne d’autre n’est informé de votre visite.',
  'privacy.sessions':
    'Les sessions avec heure, adresse et navigateur, afin qu’une connexion étrangère soit repérée et puisse être fermée.',
  'privacy.orders':
    'Les ordres aux appareils : qui, quoi, quand, pourquoi c’était permis et ce que l’appareil a répondu.',
  'privacy.passwords': 'Les mots de passe uniquement sous forme d’empreinte irréversible.',
} satisfies Translation<typeof en>
