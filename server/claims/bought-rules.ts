import type { BoughtRules } from '../../contract/reservations/view.ts'

/** The rules of a reservation that stored none. */
const unsaid: BoughtRules = {
  refundUntilMinutes: 1_440,
  licencePlateMandatory: false,
  guestTicketAllowed: false,
  smsEnabled: false,
  gpsEnabled: false,
  lprEnabled: false,
  slotMinutes: 15,
  prebookMinMinutes: 0,
  entryLimit: 5,
  exitLimit: 5,
  graceMinutes: 30,
}
const ruleNames = Object.keys(unsaid) as (keyof BoughtRules)[]

/** The rules of a reservation as they were bought, from its column `rules`. */
export function boughtRules(kept: Partial<BoughtRules>): BoughtRules {
  const said = ruleNames.filter((name) => kept[name] !== undefined && kept[name] !== null)
  return { ...unsaid, ...Object.fromEntries(said.map((name) => [name, kept[name]])) }
}
