export default {
  'hero.title': 'Places that open when it is your turn',
  'hero.text':
    'Parking lots, bike boxes, lockers, doors and charging points on one page: live from the device itself, and moved by orders that count only once the device confirms them.',
  'hero.search': 'Find a free place',
  'hero.login': 'Log in',
  'does.live.title': 'Live, not guessed',
  'does.live.text': 'Every device reports for itself. What you see is its own word, with its age.',
  'does.control.title': 'Sent is not done',
  'does.control.text': 'An order counts as done only when the device confirms it. A late one is never carried out.',
  'does.watch.title': 'Trouble finds you',
  'does.watch.text': 'Silent gateways, weak batteries, jammed doors: operators see them the moment they begin.',
  'start.hello': 'Hello {name}',
  'start.go': 'Where to?',
  'start.dashboard': 'What is wrong in your zones right now, and since when.',
  'start.remote': 'See every device of a site and open, close or restart it.',
  'start.nothing.title': 'You are logged in',
  'start.nothing.text':
    'Your account has no pages of its own in this version. Your company decides what is switched on for you.',
  'start.account': 'Your account',
  'start.announcements': 'Announcements',
  'start.until': 'until {date}',
} as const
