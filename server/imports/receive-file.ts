import type { Request, Response } from 'express'
import multer from 'multer'
import { Refused, refused } from '../kernel/bus/refuse.ts'
import { maxFileBytes } from './parse/limits.ts'

export interface ReceivedFile {
  readonly name: string
  readonly content: Buffer
  readonly fields: Readonly<Record<string, unknown>>
}

const maxUploads = 3
const upload = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: maxFileBytes, files: 1, fields: 2, fieldNameSize: 100, fieldSize: 100, headerPairs: 50 },
  defParamCharset: 'utf8',
}).single('file')

const fileSize = (): Refused =>
  refused({
    code: 'bad-input',
    fields: [{ path: 'file', issue: 'import-file-size', params: { maximum: maxFileBytes / 1_000_000 } }],
  })

let under = 0

/** Receives one file in memory; a few at a time in this process. A larger one is refused before it is read. */
export async function receiveFile(request: Request, response: Response): Promise<ReceivedFile> {
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + 10_000) throw fileSize()
  if (under >= maxUploads) throw refused({ code: 'server-busy' })
  under += 1
  try {
    await new Promise<void>((resolve, reject) => {
      void upload(request, response, (error: unknown) => {
        if (!error) resolve()
        else if (error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE') reject(fileSize())
        else if (error instanceof Refused) reject(error)
        // Any other error is the body's shape.
        else reject(refused({ code: 'bad-input', fields: [{ path: '', issue: 'field-invalid' }] }))
      })
    })
  } finally {
    under -= 1
  }
  const { file } = request
  if (!file) throw refused({ code: 'bad-input', fields: [{ path: 'file', issue: 'field-required' }] })
  return { name: file.originalname, content: file.buffer, fields: { ...(request.body as object) } }
}
