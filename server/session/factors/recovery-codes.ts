import { createHash, randomInt } from 'node:crypto'
import type { Knex } from 'knex'
import { one, prepared } from '../../../db/sql.ts'

const howMany = 10
/** Crockford's base32: no letter that could be taken for a digit. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 16

/** Replaces all recovery codes of a user, and returns the new ones; only their hashes are stored (80 random bits each). */
export async function newRecoveryCodes(trx: Knex, userId: number): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await prepared(trx, 'delete from recovery_codes where user_id = ?', [userId])
  await prepared(trx, 'insert into recovery_codes (user_id, code_hash) select ?::int, unnest(?::bytea[])', [
    userId,
    codes.map(hashOfCode),
  ])
  return codes
}

/** Like newRecoveryCodes, if the user has none left; otherwise null, and the codes stay valid. */
export async function firstRecoveryCodes(trx: Knex, userId: number): Promise<string[] | null> {
  return (await recoveryCodesLeft(trx, userId)) > 0 ? null : newRecoveryCodes(trx, userId)
}

/** Marks the code as used, and returns whether it was one. */
export async function useRecoveryCode(trx: Knex, userId: number, code: string): Promise<boolean> {
  const used = await prepared(
    trx,
    'update recovery_codes set used_at = now() where user_id = ? and code_hash = ? and used_at is null returning 1',
    [userId, hashOfCode(code)],
  )
  return used.length > 0
}

export async function recoveryCodesLeft(trx: Knex, userId: number): Promise<number> {
  const sql = 'select count(*)::int as left from recovery_codes where user_id = ? and used_at is null'
  return (await one<{ left: number }>(trx, sql, [userId])).left
}

function newCode(): string {
  const text = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return (text.match(/.{4}/g) ?? []).join('-')
}

/** Ignores case, spaces and hyphens, and reads letters that look like digits as digits. */
function hashOfCode(code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/[il]/g, '1')
    .replace(/o/g, '0')
  return createHash('sha256').update(plain).digest()
}
