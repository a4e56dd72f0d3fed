import type { NoticeTexts } from './types.ts'

const because = '{reason, select, none {} other { ({reason})}}'
const during = '{until, select, none {from {from} until further notice} other {from {from} until {until}}}'
const cancelling =
  '{refund, select, none {You can cancel the reservation at no cost.} other {If you cancel the reservation, you get {refund} back.}}'
const looking =
  '{triesUntil, select, none {} other {We keep looking for another place until {triesUntil} and tell you if we find one.}}'
const shortRefund = '{refund, select, none {} other { Cancel in the portal: {refund} back.}}'
const price = '{price, select, none {} other {Price: {price}.}}'

export default {
  greeting: 'Hello {name},',
  facts: {
    number: 'Reservation',
    site: 'Site',
    device: 'Place',
    span: 'Time',
    gateway: 'Gateway',
    since: 'Since',
  },
  links: { reservation: 'Show the reservation', malfunctions: 'Show malfunctions' },
  sentBy: 'This message was sent by {sender}.',
  settings: 'Choose which messages you get',
  malfunctions: {
    unreachable: 'Unreachable',
    'not-responding': 'Not responding',
    'sensor-dirty': 'Sensor dirty',
    'low-voltage': 'Low voltage',
    'error-status': 'Device error',
    'stuck-door': 'Left open',
    'gateway-silent': 'Gateway silent',
    'access-guessing': 'Wrong PINs',
    'emergency-open': 'Opened in an emergency',
    'occupied-unbooked': 'Occupied without reservation',
    'booked-blocked': 'Reserved, but not usable',
    'sensor-doubtful': 'Sensor doubtful',
    overstay: 'Stayed too long',
  },
  kinds: {
    'reservation-confirmed': {
      subject: 'Reserved: {site}, {start}',
      lines: ['Your place is reserved: {device} at {site}.', price],
    },
    'reservation-changed': {
      subject: 'Another place: {toDevice}, {start}',
      lines: ['Your reservation is now for {toDevice} instead of {fromDevice}. The time stays the same.'],
    },
    'reservation-canceled': {
      subject: 'Cancelled: {site}, {start}',
      lines: [
        '{by, select, operator {Your reservation {number} was cancelled by the operator of the site.} other {Your reservation {number} is cancelled.}}',
        '{back, select, yes {You get {refund} back.} no {Nothing is paid back.} other {}}',
      ],
      sms: 'Your reservation {number} at {site}, {start}, is cancelled.{back, select, yes { You get {refund} back.} other {}}',
    },
    'reservation-extended': {
      subject: 'Extended until {end}',
      lines: ['Your stay now goes on until {end}. From {start} on your place is {device}.', price],
    },
    'reservation-rebooked': {
      subject: 'Your place has changed: {toDevice}, {start}',
      lines: [
        `{why, select, overstay {The guest before you has not left your place {fromDevice} yet.} other {Your place {fromDevice} is under maintenance${because}.}}`,
        'We moved your reservation to {toDevice}. Time and price stay as they are.',
      ],
      sms: '{site}, {span}: your place is now {toDevice} instead of {fromDevice} ({why, select, overstay {still occupied} other {maintenance}}).',
    },
    'maintenance-not-moved': {
      subject: 'Your place is under maintenance: {site}, {start}',
      lines: [
        `Your place {device} is under maintenance ${during}${because}. No equivalent place is free at the moment.`,
        looking,
        cancelling,
      ],
      sms: `{site}, {span}: {device} is under maintenance, no other place is free.${shortRefund}`,
    },
    'maintenance-lost-access': {
      subject: 'Your place can no longer be opened: {site}',
      lines: [
        `Your reservation is running, and your place {device} is under maintenance ${during}${because}.`,
        'It cannot be opened during that time. If you still have something in it, please contact the operator.',
        cancelling,
      ],
      sms: `{site}: your place {device} is under maintenance from {from} and cannot be opened then.${shortRefund}`,
    },
    'maintenance-restored': {
      subject: 'Your place is available again: {site}, {start}',
      lines: ['The maintenance of {device} has been called off. Your reservation is valid as you booked it.'],
    },
    'maintenance-last-try-failed': {
      subject: 'No other place found: {site}, {start}',
      lines: [
        `Your place {device} is under maintenance during your reservation${because}. We looked for an equivalent place, but did not find one.`,
        cancelling,
      ],
      sms: `{site}, {span}: we found no other place instead of {device} (maintenance).${shortRefund}`,
    },
    'overstay-begun': {
      subject: 'Your reservation is over: {site}',
      lines: [
        'Your reservation of {device} ended on {end}, but the place is still occupied.',
        '{until, select, none {Please leave it now.} other {You can open it until {until}. Please leave it by then.}}',
        '{amount, select, none {} other {The extra time costs {amount}.}}',
      ],
      sms: '{site}: your reservation of {device} is over. {until, select, none {Please leave the place.} other {You can open it until {until}; please leave it by then.}}',
    },
    'overstay-charged': {
      subject: 'Time after your reservation: {site}',
      lines: [
        'You stayed at {device} after the end of your reservation ({end}){until, select, none {} other {, until {until}}}.',
        '{amount, select, none {Nothing is charged for it.} other {{amount} was charged for it.}}',
      ],
      sms: '{site}: you stayed at {device} after the end of your reservation.{amount, select, none { Nothing is charged for it.} other { {amount} was charged for it.}}',
    },
    'overstay-next-not-moved': {
      subject: 'Your place is still occupied: {site}, {start}',
      lines: [
        'The guest before you has not left your place {device} yet, and no equivalent place is free.',
        looking,
        'We tell you as soon as your place is free.',
        cancelling,
      ],
      sms: `{site}, {span}: {device} is still occupied, no other place is free. We tell you when it is left.${shortRefund}`,
    },
    'overstay-next-freed': {
      subject: 'Your place is free: {site}, {start}',
      lines: ['The guest before you has left your place {device}. You can use it as reserved.'],
      sms: '{site}, {span}: your place {device} is free now.',
    },
    'gateway-silent': {
      subject: 'Gateway silent: {gateway}, {site}',
      lines: [
        'Gateway {gateway} at {site} has sent nothing since {since}.',
        '{count, plural, =0 {} one {# device depends on it.} other {# devices depend on it.}}',
        'You get this mail at most once a day for each gateway.',
      ],
    },
    'malfunction-opened': {
      subject: '{malfunction}: {device}, {site}',
      lines: ['{device} at {site}: {malfunction} since {since}.', 'You get one mail for each malfunction.'],
    },
  },
} as const satisfies NoticeTexts
