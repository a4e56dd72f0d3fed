import type { Knex } from 'knex'
import { User } from '../../db/models/people.ts'
import { addJob } from '../jobs/add-job.ts'
import type { TaskHandlers } from '../jobs/tasks.ts'
import { queueAccountMail } from '../messages/queue-account.ts'

/** Maximum number of reset mails for one account in an hour; further requests send nothing. */
const maxMails = 3

/**
 * Takes a request for a link to choose a new password. It adds a job and does not look for the account, so that neither the
 * reply nor its time reveals whether there is one (rule SE-8).
 */
export async function requestPasswordReset(knex: Knex, email: string): Promise<void> {
  await addJob(knex, 'session.password-reset', { email: email.toLowerCase() })
}

/** Sends the links that were asked for. */
export function passwordResetJobs(knex: Knex): TaskHandlers {
  return { 'session.password-reset': ({ email }) => knex.transaction((trx) => sendLink(trx, email)) }
}

/** Queues the mail with the link. A deactivated account gets none; people who sign in through a provider may choose a first password. */
async function sendLink(trx: Knex.Transaction, email: string): Promise<void> {
  const user = await User.query(trx)
    .whereRaw('lower(email) = ?', [email])
    .whereNot('state', 'DEACTIVATED')
    .first()
    .forUpdate()
  if (!user) return
  const sent = await trx('messages')
    .where({ kind: 'password-reset', user_id: user.id })
    .where('created_at', '>', trx.raw(`now() - interval '1 hour'`))
    .limit(maxMails)
    .select('id')
  if (sent.length < maxMails) await queueAccountMail(trx, { kind: 'password-reset', userId: user.id })
}
