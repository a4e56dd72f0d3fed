import express, { type Request, Router } from 'express'
import * as z from 'zod'
import { many } from '../../db/sql.ts'
import { refused } from '../kernel/bus/refuse.ts'
import type { Context } from '../kernel/context.ts'
import { languageOf } from '../kernel/language.ts'
import { type PaymentProvider, ProviderUnavailable } from '../payment-provider/port.ts'
import { testPage } from '../payment-provider/test-page.ts'
import { chooseInTest, readTestSession, testChoices } from '../payment-provider/test-session.ts'
import type { Desk } from './desk.ts'
import { learn } from './learn.ts'

/**
 * Routes of card payments, before the guard of the calls: a webhook has its signature, a return only triggers a query,
 * and the session id of the test page is its key.
 */
export function payments(context: Context): Router {
  const { knex, log, payments: provider, addresses } = context
  const router = Router({ caseSensitive: true })
  if (!provider) return router
  const desk: Desk = { knex, log, provider, portalUrl: addresses.portal }
  router.use(['/payments/webhook', '/payments/return', '/test-payment'], (_request, response, next) => {
    response.set('Cache-Control', 'no-store')
    next()
  })
  router.post(
    '/payments/webhook/:provider',
    express.raw({ type: () => true, limit: '64kb' }),
    async (request, response) => {
      response.status(await hear(desk, request)).end()
    },
  )
  router.get('/payments/return/:id', async (request, response) => {
    response.redirect(303, await comeBack(desk, request.params.id))
  })
  return provider.name === 'test' ? withTestPage(router, context) : router
}

/**
 * 204: settled. 400: not signed by the provider. 503: to be repeated, because the session is not known yet or the
 * provider does not answer.
 */
async function hear(desk: Desk, request: Request): Promise<number> {
  const event = request.params['provider'] === desk.provider.name ? verified(desk.provider, request) : null
  if (!event) return 400
  const [payment] = await many<{ id: number }>(
    desk.knex,
    'select id from payments where provider = ? and session_id = ?',
    [desk.provider.name, event.sessionId],
  )
  if (!payment) return 503
  return (await tryToLearn(desk, () => learn(desk, payment.id, event))) ? 204 : 503
}

function verified(provider: PaymentProvider, request: Request) {
  return Buffer.isBuffer(request.body) ? provider.verify(request.body, request.headers) : null
}

/** The person has returned: asks the provider at once; the page shows the outcome live. */
async function comeBack(desk: Desk, id: string): Promise<string> {
  if (!z.uuid().safeParse(id).success) return '/'
  const [payment] = await many<{ id: number; reservationId: number | null }>(
    desk.knex,
    'select id, reservation_id as "reservationId" from payments where api_id = ?',
    [id],
  )
  if (!payment) return '/'
  await tryToLearn(desk, () => learn(desk, payment.id))
  return payment.reservationId === null
    ? `/credit?payment=${id}`
    : `/reservations/finalize?reservationId=${payment.reservationId}&payment=${id}`
}

async function tryToLearn(desk: Desk, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    desk.log.warn({ err: error }, 'the payment provider was asked in vain')
    return false
  }
}

function withTestPage(router: Router, { knex }: Context): Router {
  router.get('/test-payment/:sessionId', async (request, response) => {
    const session = await readTestSession(knex, request.params.sessionId)
    response
      .status(session ? 200 : 404)
      .vary('Accept-Language')
      .type('html')
      .send(testPage(session, languageOf(request.get('accept-language'))))
  })
  router.post(
    '/test-payment/:sessionId',
    express.urlencoded({ extended: false, limit: '1kb' }),
    async (request, response) => {
      const session = await readTestSession(knex, request.params.sessionId)
      const chosen = z.object({ choice: z.enum(testChoices) }).safeParse(request.body)
      if (!session || !chosen.success) throw refused({ code: session ? 'bad-input' : 'not-found' })
      await chooseInTest(knex, session.sessionId, chosen.data.choice)
      response.redirect(303, session.returnUrl)
    },
  )
  return router
}
