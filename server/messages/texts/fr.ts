import type { NoticeTexts } from './types.ts'

const because = '{reason, select, none {} other { ({reason})}}'
const during = '{until, select, none {à partir du {from} jusqu’à nouvel ordre} other {du {from} au {until}}}'
const cancelling =
  '{refund, select, none {Vous pouvez annuler la réservation sans frais.} other {Si vous annulez la réservation, {refund} vous seront remboursés.}}'
const looking =
  '{triesUntil, select, none {} other {Nous cherchons une autre place jusqu’au {triesUntil} et vous prévenons si nous en trouvons une.}}'
const shortRefund = '{refund, select, none {} other { Annulez sur le portail : {refund} remboursés.}}'
const price = '{price, select, none {} other {Prix : {price}.}}'

export default {
  greeting: 'Bonjour {name},',
  facts: {
    number: 'Réservation',
    site: 'Site',
    device: 'Place',
    span: 'Horaire',
    gateway: 'Passerelle',
    since: 'Depuis',
  },
  links: { reservation: 'Voir la réservation', malfunctions: 'Voir les dérangements' },
  sentBy: 'Ce message vous est envoyé par {sender}.',
  settings: 'Choisir les messages que vous recevez',
  malfunctions: {
    unreachable: 'Injoignable',
    'not-responding': 'Ne réagit pas',
    'sensor-dirty': 'Capteur sale',
    'low-voltage': 'Tension basse',
    'error-status': 'Erreur de l’appareil',
    'stuck-door': 'Resté ouvert',
    'gateway-silent': 'Passerelle muette',
    'access-guessing': 'Codes PIN erronés',
    'emergency-open': 'Ouvert en urgence',
    'occupied-unbooked': 'Occupé sans réservation',
    'booked-blocked': 'Réservé mais inutilisable',
    'sensor-doubtful': 'Capteur douteux',
    overstay: 'Resté trop longtemps',
  },
  kinds: {
    'reservation-confirmed': {
      subject: 'Réservé : {site}, {start}',
      lines: ['Votre place est réservée : {device}, {site}.', price],
    },
    'reservation-changed': {
      subject: 'Autre place : {toDevice}, {start}',
      lines: ['Votre réservation porte maintenant sur {toDevice} au lieu de {fromDevice}. L’horaire ne change pas.'],
    },
    'reservation-canceled': {
      subject: 'Annulé : {site}, {start}',
      lines: [
        '{by, select, operator {Votre réservation {number} a été annulée par l’exploitant du site.} other {Votre réservation {number} est annulée.}}',
        '{back, select, yes {{refund} vous seront remboursés.} no {Rien n’est remboursé.} other {}}',
      ],
      sms: 'Votre réservation {number}, {site}, {start}, est annulée.{back, select, yes { {refund} vous seront remboursés.} other {}}',
    },
    'reservation-extended': {
      subject: 'Prolongé jusqu’au {end}',
      lines: ['Votre réservation va maintenant jusqu’au {end}. À partir du {start}, votre place est {device}.', price],
    },
    'reservation-rebooked': {
      subject: 'Votre place a changé : {toDevice}, {start}',
      lines: [
        `{why, select, overstay {Votre place {fromDevice} n’a pas encore été libérée par l’usager précédent.} other {Votre place {fromDevice} est en maintenance${because}.}}`,
        'Nous avons déplacé votre réservation vers {toDevice}. L’horaire et le prix ne changent pas.',
      ],
      sms: '{site}, {span} : votre place est maintenant {toDevice} au lieu de {fromDevice} ({why, select, overstay {encore occupée} other {maintenance}}).',
    },
    'maintenance-not-moved': {
      subject: 'Votre place est en maintenance : {site}, {start}',
      lines: [
        `Votre place {device} est en maintenance ${during}${because}. Aucune place équivalente n’est libre pour le moment.`,
        looking,
        cancelling,
      ],
      sms: `{site}, {span} : {device} est en maintenance, aucune autre place n’est libre.${shortRefund}`,
    },
    'maintenance-lost-access': {
      subject: 'Votre place ne peut plus être ouverte : {site}',
      lines: [
        `Votre réservation est en cours, et votre place {device} est en maintenance ${during}${because}.`,
        'Pendant ce temps, elle ne peut pas être ouverte. S’il vous reste quelque chose à l’intérieur, contactez l’exploitant.',
        cancelling,
      ],
      sms: `{site} : votre place {device} est en maintenance à partir du {from} et ne peut alors pas être ouverte.${shortRefund}`,
    },
    'maintenance-restored': {
      subject: 'Votre place est de nouveau disponible : {site}, {start}',
      lines: ['La maintenance de {device} a été levée. Votre réservation est valable comme vous l’avez faite.'],
    },
    'maintenance-last-try-failed': {
      subject: 'Aucune autre place trouvée : {site}, {start}',
      lines: [
        `Votre place {device} est en maintenance pendant votre réservation${because}. Nous avons cherché une place équivalente et n’en avons pas trouvé.`,
        cancelling,
      ],
      sms: `{site}, {span} : nous n’avons pas trouvé d’autre place que {device} (maintenance).${shortRefund}`,
    },
    'overstay-begun': {
      subject: 'Votre réservation est terminée : {site}',
      lines: [
        'Votre réservation de {device} s’est terminée le {end}, mais la place est encore occupée.',
        '{until, select, none {Veuillez la libérer maintenant.} other {Vous pouvez l’ouvrir jusqu’au {until}. Veuillez la libérer d’ici là.}}',
        '{amount, select, none {} other {Le temps supplémentaire coûte {amount}.}}',
      ],
      sms: '{site} : votre réservation de {device} est terminée. {until, select, none {Veuillez libérer la place.} other {Vous pouvez l’ouvrir jusqu’au {until} ; veuillez la libérer d’ici là.}}',
    },
    'overstay-charged': {
      subject: 'Temps après votre réservation : {site}',
      lines: [
        'Vous avez occupé {device} après la fin de votre réservation ({end}){until, select, none {} other {, jusqu’au {until}}}.',
        '{amount, select, none {Rien n’est facturé.} other {{amount} ont été facturés.}}',
      ],
      sms: '{site} : vous avez occupé {device} après la fin de votre réservation.{amount, select, none { Rien n’est facturé.} other { {amount} ont été facturés.}}',
    },
    'overstay-next-not-moved': {
      subject: 'Votre place est encore occupée : {site}, {start}',
      lines: [
        'L’usager précédent n’a pas encore quitté votre place {device}, et aucune place équivalente n’est libre.',
        looking,
        'Nous vous prévenons dès que votre place est libre.',
        cancelling,
      ],
      sms: `{site}, {span} : {device} est encore occupée, aucune autre place n’est libre. Nous vous prévenons dès qu’elle se libère.${shortRefund}`,
    },
    'overstay-next-freed': {
      subject: 'Votre place est libre : {site}, {start}',
      lines: ['L’usager précédent a quitté votre place {device}. Vous pouvez l’utiliser comme réservé.'],
      sms: '{site}, {span} : votre place {device} est maintenant libre.',
    },
    'gateway-silent': {
      subject: 'Passerelle muette : {gateway}, {site}',
      lines: [
        'La passerelle {gateway} du site {site} n’a rien envoyé depuis le {since}.',
        '{count, plural, =0 {} one {# appareil en dépend.} other {# appareils en dépendent.}}',
        'Vous recevez ce message au plus une fois par jour et par passerelle.',
      ],
    },
    'malfunction-opened': {
      subject: '{malfunction} : {device}, {site}',
      lines: ['{device}, {site} : {malfunction}, depuis le {since}.', 'Vous recevez un message par dérangement.'],
    },
  },
} as const satisfies NoticeTexts
