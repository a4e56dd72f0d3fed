// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'passkeys.facts': { added: string | number; used: string | number; synced: string }
  'passkeys.renameOf': { name: string | number }
  'passkeys.removeOf': { name: string | number }
  'totp.on': { time: string | number }
  'recovery.left': { count: number }
  'sessions.device': { browser: string | number; system: string | number }
  'sessions.network.local': { address: string | number }
  'sessions.network.internet': { address: string | number }
  'sessions.facts': { since: string | number; used: string | number }
  'sessions.screens': { count: number }
  'sessions.endOf': { device: string | number }
  'sessions.ended': { count: number }
}
