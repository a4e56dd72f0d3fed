import type { Knex } from 'knex'
import { raw } from 'objection'
import { change } from '../../contract/profile.ts'
import type { FieldIssue } from '../../contract/refusals.ts'
import { mayStartWith } from '../../contract/start-pages.ts'
import { LicencePlate, User } from '../../db/models/people.ts'
import { newVersion } from '../../db/models/version.ts'
import { publish } from '../../db/outbox.ts'
import { lockVersion } from '../admin/lock-version.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { handle } from '../kernel/bus/handle.ts'
import { mobileNumber, phoneNumber } from '../messages/mobile-number.ts'
import { homeCountry } from '../people/home-country.ts'
import { meChange } from '../session/me.ts'
import { publishOwnStays } from './publish-own-stays.ts'
import { personalData } from './read.ts'
import { readZones } from './zones.ts'

/** Saves the profile (rule PR-1). Name, start page and consent show on open screens at once. */
export default handle(change, async ({ input, actor, trx, now, refuse }) => {
  const { version, licencePlates, language, ...typed } = input
  const kept = await lockVersion(trx, refuse, {
    row: User.query(trx).findById(actor.userId),
    seen: version,
    current: (user) => valuesOf(trx, user),
  })
  const numbers = await readNumbers(trx, actor.userId, typed)
  const issues = [...numbers.issues, ...(await startIssues(trx, actor, kept, typed))]
  if (issues.length > 0) return refuse('bad-input', undefined, issues)
  const { landlineNumber, mobileNumber: mobile } = numbers
  const withoutNumber = mobile === null && kept.wantsSms ? { wantsSms: false, smsConsentAt: null } : {}
  await savePlates(
    trx,
    kept.id,
    licencePlates.map(({ plate }) => plate),
  )
  const saved = await kept.$query(trx).patchAndFetch({
    ...typed,
    ...(language === undefined ? {} : { language }),
    landlineNumber,
    mobileNumber: mobile,
    ...withoutNumber,
    version: newVersion() as unknown as number,
    modifiedBy: actor.userId,
  })
  await publish(trx, [await meChange(trx, actor.userId)])
  const isShown = saved.shownName !== kept.shownName || saved.allowsAutomaticAccess !== kept.allowsAutomaticAccess
  if (isShown) await publishOwnStays(trx, actor.userId, now)
  return { version: saved.version }
})

type Typed = Pick<(typeof change)['input']['_zod']['output'], 'country' | 'landlineNumber' | 'mobileNumber'>

/** Numbers as they are dialled from everywhere, or what is wrong with them. */
async function readNumbers(trx: Knex, userId: number, { country, landlineNumber, mobileNumber: mobile }: Typed) {
  const home = await homeCountry(trx, userId, country)
  const landline = landlineNumber === null ? null : phoneNumber(landlineNumber, home)
  const own = mobileNumber(mobile, home)
  const issues: FieldIssue[] = [
    ...(landlineNumber !== null && landline === null
      ? [{ path: 'landlineNumber', issue: 'field-phone' as const }]
      : []),
    ...(mobile !== null && own === null ? [{ path: 'mobileNumber', issue: 'mobile-number-invalid' as const }] : []),
  ]
  return { landlineNumber: landline, mobileNumber: own, issues }
}

/** A start page that the person may open, and a zone in which they find something; what is kept already may stay. */
async function startIssues(
  trx: Knex,
  actor: UserActor,
  kept: User,
  { initialPage, firstOpenedZoneId: zoneId }: { initialPage: string | null; firstOpenedZoneId: number | null },
): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = []
  if (initialPage !== null && initialPage !== kept.initialPage && !mayStartWith(initialPage, actor.features))
    issues.push({ path: 'initialPage', issue: 'field-not-offered', params: { expected: '/' } })
  if (
    zoneId !== null &&
    zoneId !== kept.firstOpenedZoneId &&
    (await readZones(trx, actor.userId, { zoneId })).length === 0
  )
    issues.push({ path: 'firstOpenedZoneId', issue: 'field-not-found' })
  return issues
}

async function savePlates(trx: Knex, userId: number, plates: readonly string[]): Promise<void> {
  const before = await LicencePlate.query(trx).where('user_id', userId).modify('defaultFirst')
  if (before.length === plates.length && before.every(({ plate }, index) => plate === plates[index])) return
  await LicencePlate.query(trx).where('user_id', userId).delete()
  if (plates.length > 0)
    await LicencePlate.query(trx).insert(plates.map((plate, index) => ({ userId, plate, isDefault: index === 0 })))
}

/** What the profile holds now, in the shape of the command's input. */
async function valuesOf(trx: Knex, user: User) {
  const plates = await LicencePlate.query(trx).where('user_id', user.id).modify('defaultFirst').select(raw('plate'))
  const { firstOpenedZoneId } = user
  return { ...personalData(user), licencePlates: plates.map(({ plate }) => ({ plate })), firstOpenedZoneId }
}
