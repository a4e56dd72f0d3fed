import { analyse } from 'chardet'
import { UnreadableFile } from './table.ts'

/** Bytes that chardet looks at. */
const sampleBytes = 200_000
/** Control characters that no text file has. */
const binary = /[^\P{Cc}\t-\r\u007f-\u009f]/u
/** Bytes without a meaning in Windows-1252. */
const undefinedBytes: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/**
 * Returns the text of a file: UTF-8 or UTF-16 with or without a byte order mark, otherwise Windows-1252. Damaged UTF-8 is
 * refused with its line, not repaired.
 */
export function decode(bytes: Uint8Array): string {
  const marked = byMark(bytes)
  const text = decodeAs(marked ?? unmarked(bytes), bytes)
  if (binary.test(text)) throw new UnreadableFile('import-type')
  return text
}

function byMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

function unmarked(bytes: Uint8Array): string {
  const wide = wideOrder(bytes)
  if (wide) return wide
  if (isUtf8(bytes)) return 'utf-8'
  // A real sequence of UTF-8 beside broken ones: the file was damaged. In Windows-1252 it would be two odd characters.
  if (hasSequence(bytes)) return 'utf-8'
  const [likely] = analyse(bytes.subarray(0, sampleBytes))
  if (likely?.name.startsWith('UTF-16')) return likely.name.toLowerCase()
  if (bytes.some((byte) => undefinedBytes.has(byte))) throw new UnreadableFile('import-encoding', { line: 1 })
  return 'windows-1252'
}

/** Returns the byte order of UTF-16 without a mark: every other byte of western text is zero. */
function wideOrder(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 2_000)
  let [even, odd] = [0, 0]
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  const most = sample.length / 2
  if (odd > most * 0.7 && even < most * 0.1) return 'utf-16le'
  if (even > most * 0.7 && odd < most * 0.1) return 'utf-16be'
  return null
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function hasSequence(bytes: Uint8Array): boolean {
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    const [first = 0, second = 0] = [bytes[at], bytes[at + 1]]
    if (first >= 0xc2 && first <= 0xf4 && second >= 0x80 && second <= 0xbf) return true
  }
  return false
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder(encoding).decode(bytes)
    const broken = Math.max(0, text.indexOf('\uFFFD'))
    throw new UnreadableFile('import-encoding', { line: text.slice(0, broken).split('\n').length })
  }
}
