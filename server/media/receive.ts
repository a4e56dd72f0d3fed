import type { Request, Response } from 'express'
import multer from 'multer'
import { maxPictureBytes } from '../../contract/media.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import { Refused, refused } from '../kernel/bus/refuse.ts'

const maxFiles = 10
/** Ten files of maximum size and the multipart overhead. */
const maxTotalBytes = maxFiles * maxPictureBytes + 100_000
const maxUploads = 2

export interface ReceivedFile {
  readonly name: string
  /** Null = larger than a file may be; the rest was discarded on arrival. */
  bytes: Buffer | null
}
export interface Received {
  readonly fields: Readonly<Record<string, unknown>>
  readonly files: readonly ReceivedFile[]
}

const bad = (path: string, issue: RefusalCode, params?: Record<string, number>): Refused =>
  refused({ code: 'bad-input', fields: [{ path, issue, ...(params ? { params } : {}) }] })

let under = 0

/**
 * Processes a multipart body in memory, two at a time in this process. A file that is too large is reported with the
 * others; a body that is too large is not read.
 */
export async function withUpload<T>(
  request: Request,
  response: Response,
  work: (received: Received) => Promise<T>,
): Promise<T> {
  if (Number(request.headers['content-length'] ?? 0) > maxTotalBytes) throw refused({ code: 'body-too-large' })
  if (under >= maxUploads) throw refused({ code: 'server-busy' })
  under += 1
  try {
    return await work(await receive(request, response))
  } finally {
    under -= 1
  }
}

function receive(request: Request, response: Response): Promise<Received> {
  const files: ReceivedFile[] = []
  let total = 0
  const storage: multer.StorageEngine = {
    _handleFile(_request, { originalname, stream }, done) {
      const file: ReceivedFile = { name: originalname, bytes: null }
      files.push(file)
      let parts: Buffer[] | null = []
      let size = 0
      stream.on('data', (part: Buffer) => {
        size += part.length
        total += part.length
        if (total > maxTotalBytes) return void stream.destroy(refused({ code: 'body-too-large' }))
        if (size > maxPictureBytes) parts = null
        parts?.push(part)
      })
      stream.once('error', (error: Error) => done(error))
      stream.once('end', () => {
        file.bytes = parts && Buffer.concat(parts)
        done(null, {})
      })
    },
    _removeFile: (_request, _file, done) => done(null),
  }
  const limits = { files: maxFiles, fields: 5, fieldNameSize: 100, fieldSize: 100, headerPairs: 50 }
  const parse = multer({ storage, limits, defParamCharset: 'utf8' }).any()
  return new Promise((resolve, reject) => {
    void parse(request, response, (error: unknown) => {
      if (!error) resolve({ fields: { ...(request.body as Record<string, unknown>) }, files })
      else if (error instanceof Refused) reject(error)
      else if (error instanceof multer.MulterError && error.code === 'LIMIT_FILE_COUNT')
        reject(bad('files', 'field-too-many', { maximum: maxFiles }))
      // Any other error is the body's shape: this code reads nothing but its bytes.
      else reject(bad('', 'field-invalid'))
    })
  })
}
