import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { type MailPort, SendFailure } from './port.ts'

/** Writes mails into a folder as .eml files for its owner alone: they contain links that let in. */
export function createMailFolder({ dir, from }: { dir: string; from: string }): MailPort {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    via: 'file',
    async send({ messageId, to, senderName, language, subject, text, html }) {
      try {
        const { message } = await transport.sendMail({
          from: { name: senderName, address: from },
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
        })
        await mkdir(dir, { recursive: true, mode: 0o700 })
        const file = join(dir, `${/[\w-]+/.exec(messageId)?.[0] ?? 'message'}.eml`)
        await writeFile(`${file}.new`, message, { mode: 0o600 })
        await rename(`${file}.new`, file)
      } catch (error) {
        throw new SendFailure('later', error instanceof Error ? error.message : String(error), { cause: error })
      }
    },
    close: () => transport.close(),
  }
}
