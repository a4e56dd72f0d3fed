import { beforeAll, expect, it } from 'vitest'
import { type StoredKind, storageKinds } from '../../../contract/operation.ts'
import { showLanguage, t } from '../../i18n/i18n.ts'
import { formatBytes } from '../../i18n/measures.ts'
import { canChange, goneText, matching } from './words.ts'

beforeAll(() => showLanguage('en'))

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_530, '1.53 kB'],
  [24_600_000, '24.6 MB'],
  [123_400_000_000, '123 GB'],
  [-1_000_000, '-1 MB'],
])('%d bytes are %s', (bytes, said) => {
  expect(formatBytes(bytes).replaceAll('\u00a0', ' ')).toBe(said)
})

it('says what went: rows, parts, both or nothing', () => {
  expect(goneText({ rows: 0, partitions: 0 }, t)).toBe('nothing')
  expect(goneText({ rows: 1, partitions: 0 }, t)).toBe('1 row')
  expect(goneText({ rows: 2_000, partitions: 3 }, t)).toBe('2,000 rows and 3 parts')
})

it('finds kinds by their names and tables', () => {
  const kinds = storageKinds.map((kind) => ({ kind, tables: [{ name: `${kind}_table` }] })) as unknown as StoredKind[]
  expect(matching(kinds, '', t)).toHaveLength(storageKinds.length)
  expect(matching(kinds, 'AUDIT', t).map(({ kind }) => kind)).toEqual(['commands'])
  expect(matching(kinds, 'messages_ta', t).map(({ kind }) => kind)).toEqual(['messages'])
})

it('offers another span only where one may be set', () => {
  expect(storageKinds.filter((kind) => !canChange(kind))).toEqual(['receipts', 'upkeep', 'outbox', 'law', 'use'])
})
