import { createTransport } from 'nodemailer'
import { connectMs, type FailureKind, type MailPort, SendFailure, wholeMs } from './port.ts'

interface SmtpError {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
  readonly message: string
}

/** Sends mail through an SMTP server. `url` may contain the password and is never logged. `from` = the address under every sender's name. */
export function createSmtp({ url, from, connections }: { url: string; from: string; connections: number }): MailPort {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: wholeMs,
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    via: 'smtp',
    async send({ messageId, to, senderName, language, subject, text, html }, signal) {
      try {
        await transport.sendMail({
          from: { name: senderName, address: from },
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
          signal: AbortSignal.any([signal, AbortSignal.timeout(wholeMs)]),
        })
      } catch (error) {
        const failure = error as SmtpError
        throw new SendFailure(kindOf(failure), failure.response ?? failure.message, { cause: error })
      }
    },
    close: () => transport.close({ force: true }),
  }
}

/** What a server says about a recipient or a mail concerns that one; everything else, such as a wrong password, concerns all. */
export function kindOf({ code, command, responseCode }: SmtpError): FailureKind {
  const ofThisOne = /^(RCPT TO|DATA)/.test(command ?? '') || code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!ofThisOne || command === 'MAIL FROM' || responseCode === 421) return 'away'
  if (responseCode === undefined) return code === 'EENVELOPE' ? 'refused' : 'away'
  return responseCode >= 500 ? 'refused' : 'later'
}
