import { fileTypeFromBuffer } from 'file-type'
import { maxPictureBytes } from '../../contract/media.ts'

/** Why a file is refused, with the figures that its text names. */
export interface FileRefusal {
  readonly code:
    | 'file-too-large'
    | 'file-not-allowed'
    | 'file-malicious'
    | 'file-ending'
    | 'file-damaged'
    | 'picture-too-large'
    | 'picture-too-complex'
  readonly params?: Readonly<Record<string, string | number>>
}

export const fileTooLarge: FileRefusal = { code: 'file-too-large', params: { most: maxPictureBytes / 1_048_576 } }

/** Accepted kinds of pictures, with the endings of their files. */
const kinds: Readonly<Record<string, { kind: string; endings: readonly string[] }>> = {
  'image/jpeg': { kind: 'JPEG', endings: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  'image/png': { kind: 'PNG', endings: ['png'] },
  'image/webp': { kind: 'WebP', endings: ['webp'] },
  'image/avif': { kind: 'AVIF', endings: ['avif'] },
  'image/gif': { kind: 'GIF', endings: ['gif'] },
}
/** The test virus that every scanner knows; written in two parts so that this file is not taken for it. */
const testVirus = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`)
/** Text that a browser or server would run, anywhere in the file: no picture needs it. */
const active = /<script|<\?php\s|<iframe|<!doctype\s{1,40}html|<html[\s>]/i
const drawing = /<svg[^>]*/gi
const handler = /\son\w{1,40}\s{0,40}=/i
const programs = [Buffer.from('MZ'), Buffer.from('\x7fELF'), Buffer.from('#!'), Buffer.from([0xca, 0xfe, 0xba, 0xbe])]

/** Returns why a file is not accepted as a picture, or null. Its bytes decide, and its name has to agree. A picture that is also an archive, a page or a script is malicious. */
export async function checkFile(name: string, bytes: Buffer): Promise<FileRefusal | null> {
  if (bytes.length > maxPictureBytes) return fileTooLarge
  if (isMalicious(bytes)) return { code: 'file-malicious' }
  const known = kinds[(await fileTypeFromBuffer(bytes))?.mime ?? '']
  if (!known) return { code: 'file-not-allowed' }
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (known.endings.includes(ending)) return null
  const endings = known.endings.map((each) => `.${each}`).join(', ')
  return { code: 'file-ending', params: { kind: known.kind, endings } }
}

function isMalicious(bytes: Buffer): boolean {
  if (programs.some((start) => bytes.subarray(0, start.length).equals(start))) return true
  if (bytes.includes(testVirus) || isActive(bytes.toString('latin1'))) return true
  const alone = bytes.subarray(0, 4).equals(Buffer.from('%PDF')) || bytes.subarray(0, 2).equals(Buffer.from('PK'))
  return !alone && (endsAsArchive(bytes) || bytes.subarray(0, 1_024).includes('%PDF-'))
}

/** In time linear in the length of the text, whatever it contains. */
function isActive(text: string): boolean {
  if (active.test(text)) return true
  for (const [tag] of text.matchAll(drawing)) if (handler.test(tag)) return true
  return false
}

/** A ZIP archive is read from its end: its last record, whose comment reaches exactly to the end of the file. */
function endsAsArchive(bytes: Buffer): boolean {
  const at = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  return at >= 0 && at + 22 <= bytes.length && at + 22 + bytes.readUInt16LE(at + 20) === bytes.length
}
