import { factors } from '../../contract/session/security.ts'
import { Passkey } from '../../db/models/people.ts'
import { many } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'
import { recoveryCodesLeft } from './factors/recovery-codes.ts'
import { adminsNeedFactor, readFactors } from './factors/second-factor.ts'

export default answer(factors, async ({ actor, trx }) => {
  const { hasPassword, required } = await readFactors(trx, actor.userId)
  const [totp] = await many<{ since: Date | null }>(
    trx,
    'select confirmed_at as since from totp_secrets where user_id = ?',
    [actor.userId],
  )
  const passkeys = await Passkey.query(trx).where({ user_id: actor.userId }).orderBy('id')
  const admins = await many<{ value: unknown }>(trx, 'select value from settings where key = ?', [adminsNeedFactor])
  return {
    hasPassword,
    totpSince: totp?.since?.toISOString() ?? null,
    recoveryCodesLeft: await recoveryCodesLeft(trx, actor.userId),
    passkeys: passkeys.map(({ id, name, synced, createdAt, lastUsedAt }) => ({
      id,
      name,
      synced,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    required,
    adminsNeedOne: actor.role === 'Admin' ? admins[0]?.value === true : null,
  }
})
