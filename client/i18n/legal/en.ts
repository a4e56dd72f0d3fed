export default {
  'faq.title': 'Questions and answers',
  'faq.lead': 'How the portal shows places and moves devices.',
  'faq.status.title': 'What do the states of a device mean?',
  'faq.status.text':
    'Free: the place can be used. Blocked: the device is closed. Occupied: a sensor reports that something stands there. Never reported: the device has not sent its first message yet and cannot be controlled. Unreachable: it has been silent for longer than three of its reporting intervals; its last known state is shown with its age.',
  'faq.sent.title': 'What is the difference between “sent” and “confirmed”?',
  'faq.sent.text':
    'An order is sent when the gateway has been told. It is confirmed only when the device itself reports the new state. Orders live for a short time, usually 15 seconds. If no confirmation comes, the page says so, and nothing will move later because of that order.',
  'faq.offline.title': 'What happens when my connection breaks?',
  'faq.offline.text':
    'A banner says so, and the page marks its data as not current. When the connection is back, the page catches up by itself; you do not have to reload it.',
  'faq.code.title': 'What is a support code?',
  'faq.code.text':
    'If something fails, you see a short code. Pass it on to support: with it the exact event is found in the records.',
  'imprint.title': 'Imprint',
  'imprint.text':
    'The operator of this installation is responsible for its content. The operator has not named an address of its own here yet; please ask the company that gave you access.',
  'terms.title': 'Terms of service',
  'terms.lead':
    'The company that runs the sites sets the terms for reserving and using its places. For the portal itself:',
  'terms.account':
    'Your login is personal. Whoever uses it acts in your name; every order to a device is kept with the person who gave it.',
  'terms.safety':
    'Move a device only if nobody can be hurt by it. The protection against crushing lies in the device itself, never in this portal.',
  'privacy.title': 'Privacy',
  'privacy.lead': 'What this portal keeps, and why:',
  'privacy.cookies':
    'Two cookies: one for your session, which scripts cannot read, and one for your language. The choice of light or dark stays in your browser. Nothing is loaded from other servers and nobody else is told about your visit.',
  'privacy.sessions': 'Sessions with time, address and browser, so that a foreign login is noticed and can be ended.',
  'privacy.orders': 'Orders to devices: who, what, when, why it was allowed, and what the device answered.',
  'privacy.passwords': 'Passwords only as a hash that cannot be turned back.',
} as const
