import type { LogKind } from '../../contract/logs.ts'

/** Lines of the program by what they mean for administrators. */
const lines: Readonly<Partial<Record<LogKind, readonly string[]>>> = {
  'request-failed': [
    'command failed',
    'call failed',
    'undeclared refusal',
    'handshake failed',
    'request failed',
    'a download broke off',
    'a refusal could not be kept',
  ],
  'job-failed': ['a job failed and is not tried again', 'tick failed', 'fact failed', 'a row of an import failed'],
  'jobs-stalled': [
    'job runner ended, and is begun anew',
    'connection of the job runner lost',
    'jobs of dead workers could not be unlocked',
  ],
  'message-not-sent': ['message not sent'],
  'payment-unanswered': ['the payment provider was asked in vain', 'no payment session'],
  'refund-failed': ['a refund is refused; its payer gets credit', 'refund not sent yet'],
  'gateway-refused': ['refused a gateway message that cannot be stored'],
  'gateway-not-stored': [
    'cannot store gateway messages, the gateways will retry',
    'cannot store messages',
    'cannot store a batch',
    'cannot store a batch, retrying',
    'gateway request failed',
    'an ingest thread ended with bodies in progress',
    'an ingest thread failed',
    'cannot read the devices of a gateway',
  ],
  'gateway-connection': [
    'cannot authenticate a gateway',
    'a gateway could not be linked',
    'the MQTT broker failed',
    'the MQTT port failed',
    'the MQTT broker does not let us subscribe',
    'cannot reach the MQTT broker',
    'a message of the MQTT broker could not be handled',
    'connection that holds MQTT sessions lost',
    'cannot share MQTT sessions',
    'cannot reply to messages',
    'cannot notify other processes of a link',
    'the simulated gateways ended and are started again',
  ],
  'door-failed': [
    'event at a door could not be judged',
    'a run could not be taken on',
    'answers to commands could not be written',
    'cannot end expired commands',
    'cannot hand over reservations',
    'cannot parse the answer to a command',
    'commands could not be dispatched',
  ],
  'maintenance-failed': [
    'a reservation could not be moved',
    'a reservation under maintenance was not settled',
    'reservations under maintenance were not settled',
    'progress of maintenance not told',
  ],
  'login-blocked': ['login blocked', 'setup refused: wrong token'],
  'sign-in-failed': [
    'sign-in at a provider refused',
    'an identity provider is not usable',
    'no sign-out at the identity provider',
  ],
  'database-away': [
    'database unavailable',
    'listening connection lost',
    'listening connection does not answer',
    'cannot listen to the database',
    'relay could not read the outbox',
  ],
  'disk-full': [
    'the disk of the database is full',
    'the disk of the database is almost full: telemetry is taken slowly',
    'the disk of the database could not be looked at',
    'the ballast could not be written',
  ],
  'retention-failed': ['retention: a step failed, it is tried again'],
  'updates-late': [
    'the outbox no longer has what comes after this',
    'how far facts were handled is not noted',
    'cannot push the counts of messages',
    'rights could not be checked again; the socket is closed',
    'screens not counted',
    'session not touched',
    'sessions not checked',
    'leases not renewed',
  ],
  overload: [
    'people wait: telemetry is taken more slowly',
    'slow socket dropped',
    'too many connections of one address',
    'who waits was not told of telemetry',
    'the other processes were not told that people wait',
  ],
  process: [
    'a part did not stop cleanly',
    'a part did not stop in time',
    'heartbeat failed',
    'the open port has trouble',
    'Redis is away',
  ],
}
const kinds = new Map(
  Object.entries(lines).flatMap(([kind, texts]) => texts.map((text) => [text, kind as LogKind] as const)),
)

/** Returns what a line of the program means; 'other' if that is not known. */
export function kindOfLine(text: string): LogKind {
  return kinds.get(text) ?? 'other'
}
