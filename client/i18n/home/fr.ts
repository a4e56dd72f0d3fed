import type { Translation } from '../types/translation.ts'
import type en from './en.ts'

export default {
  'hero.title': 'Des places qui s’ouvrent quand c’est votre tour',
  'hero.text':
    'Parkings, box à vélos, consignes, portes et bornes de recharge sur une seule page : en direct de l’appareil, commandés par des ordres qui ne comptent qu’une fois confirmés par lui.',
  'hero.search': 'Trouver une place libre',
  'hero.login': 'Se connecter',
  'does.live.title': 'En direct, pas deviné',
  'does.live.text': 'Chaque appareil se manifeste lui-même. Ce que vous voyez vient de lui, avec son ancienneté.',
  'does.control.title': 'Envoyé ne veut pas dire fait',
  'does.control.text':
    'Un ordre n’est considéré comme exécuté que si l’appareil le confirme. Un ordre en retard n’est jamais exécuté.',
  'does.watch.title': 'Les pannes viennent à vous',
  'does.watch.text': 'Passerelles muettes, piles faibles, portes bloquées : les exploitants les voient dès le début.',
  'start.hello': 'Bonjour {name}',
  'start.go': 'Où aller ?',
  'start.dashboard': 'Ce qui ne va pas dans vos zones en ce moment, et depuis quand.',
  'start.remote': 'Voir tous les appareils d’un site, les ouvrir, les fermer ou les redémarrer.',
  'start.nothing.title': 'Vous êtes connecté',
  'start.nothing.text':
    'Votre compte n’a pas encore de pages propres dans cette version. Votre entreprise décide de ce qui est activé pour vous.',
  'start.account': 'Votre compte',
  'start.announcements': 'Annonces',
  'start.until': 'jusqu’au {date}',
} satisfies Translation<typeof en>
