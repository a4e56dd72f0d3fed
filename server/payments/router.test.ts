import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../../contract/session.ts'
import { one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { errorHandler } from '../http/errors.ts'
import { securityHeaders } from '../http/security.ts'
import { signWebhook, toleranceMs } from '../payment-provider/sign.ts'
import { notifyPortal } from '../payment-provider/test-messenger.ts'
import { signatureHeader } from '../payment-provider/test-provider.ts'
import { testChoices } from '../payment-provider/test-session.ts'
import { testTexts } from '../payment-provider/test-texts.ts'
import { payments } from './router.ts'
import { goToPay, kept, movements, type PaymentWorld, pass, paymentWorld } from './testing/payment-world.ts'

let database: TestDatabase
let world: PaymentWorld
let server: Server
let url: string
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 })
  world = await paymentWorld(database.knex)
  server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  Object.assign(world.context, { addresses: { portal: url, admin: url } })
  server.on('request', express().use(securityHeaders(), payments(world.context), errorHandler(world.context)))
})
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await database.close()
})

const sessionOf = async (id: number): Promise<string> =>
  (await one<{ s: string }>(database.knex, 'select session_id as s from payments where id = ?', [id])).s
const page = (sessionId: string, init: RequestInit = {}) =>
  fetch(`${url}/test-payment/${sessionId}`, { redirect: 'manual', ...init })
const press = (sessionId: string, choice: string) =>
  page(sessionId, { method: 'POST', body: new URLSearchParams({ choice }) })
const send = () => notifyPortal({ ...world.desk, webhookUrl: `${url}/payments/webhook/test`, secret: world.secret })
const post = (body: string, header: string, provider = 'test') =>
  fetch(`${url}/payments/webhook/${provider}`, { method: 'POST', body, headers: { [signatureHeader]: header } })

describe('the test page', () => {
  it('says in every language that no real money is involved, offers every outcome, and runs no script [PAY-1]', async () => {
    const { id, payment } = await goToPay(world)
    const sessionId = await sessionOf(id)
    for (const language of languages) {
      const response = await page(sessionId, { headers: { 'accept-language': language } })
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(html).toContain(`<html lang="${language}">`)
      expect(html).toContain(testTexts[language].warning)
      expect(html).toContain(payment.id)
      expect(html).toMatch(/1[.,]50/)
      for (const choice of testChoices)
        expect(html).toContain(`name="choice" value="${choice}">${testTexts[language].choices[choice]}<`)
      expect(html).not.toMatch(/<script|\son\w+=|javascript:/i)
    }
  })

  it('refuses unknown sessions and unknown choices', async () => {
    const { id } = await goToPay(world)
    expect((await page('tps_unknown')).status).toBe(404)
    expect((await press('tps_unknown', 'pay')).status).toBe(404)
    expect((await press(await sessionOf(id), 'steal')).status).toBe(400)
    expect((await kept(world, id)).state).toBe('pending')
  })

  it('sends the person back, and the portal asks at once: paid before any webhook [PAY-1]', async () => {
    const begun = await goToPay(world)
    const paid = await press(await sessionOf(begun.id), 'pay')
    expect(paid.status).toBe(303)
    const home = paid.headers.get('location') ?? ''
    expect(home).toBe(`${world.desk.portalUrl}/payments/return/${begun.payment.id}`)
    const back = await fetch(`${url}${new URL(home).pathname}`, { redirect: 'manual' })
    expect(back.headers.get('location')).toBe(
      `/reservations/finalize?reservationId=${begun.reservation.id}&payment=${begun.payment.id}`,
    )
    expect(await kept(world, begun.id)).toMatchObject({ state: 'succeeded', reservationState: 'RESERVED' })
    const html = await (await page(await sessionOf(begun.id))).text()
    expect(html).toContain(testTexts.en.states.paid)
    expect(html).not.toContain('<button')
    await press(await sessionOf(begun.id), 'refuse')
    expect(await (await page(await sessionOf(begun.id))).text()).toContain(testTexts.en.states.paid)
  })

  it('redirects an unknown return to the start page; an unavailable provider delays nobody', async () => {
    for (const id of ['x', '00000000-0000-4000-8000-000000000000']) {
      const back = await fetch(`${url}/payments/return/${id}`, { redirect: 'manual' })
      expect([back.status, back.headers.get('location')]).toEqual([303, '/'])
    }
    const begun = await goToPay(world)
    world.mood.away = true
    const back = await fetch(`${url}/payments/return/${begun.payment.id}`, { redirect: 'manual' })
    world.mood.away = false
    expect(back.status).toBe(303)
    expect((await kept(world, begun.id)).state).toBe('pending')
  })
})

describe('webhooks', () => {
  it('settle a payment once though each is sent twice; after that only news is sent [PAY-1]', async () => {
    const begun = await goToPay(world)
    await press(await sessionOf(begun.id), 'late')
    await pass(world, begun.id, 601)
    await send()
    expect(await kept(world, begun.id)).toMatchObject({ state: 'expired', reservationState: 'CANCELED' })
    expect(await send()).toBe(0)
    await pass(world, begun.id, 20)
    // Reported before the money arrived: only that timestamp stayed the same.
    await database.knex.raw(`update test_payments set told_at = told_at - interval '1 hour' where session_id = ?`, [
      await sessionOf(begun.id),
    ])
    expect(await send()).toBe(1)
    expect(await kept(world, begun.id)).toMatchObject({ state: 'succeeded', outcome: 'reserved' })
    expect(await send()).toBe(0)
    const events = await database
      .knex('payment_events')
      .where({ payment_id: begun.id })
      .orderBy('received_at')
      .pluck('kind')
    expect(events).toEqual(['session.expired', 'session.paid'])
    expect(await movements(world, begun.id)).toHaveLength(2)
  })

  it('are repeated until they are acknowledged [PAY-1]', async () => {
    const begun = await goToPay(world)
    await press(await sessionOf(begun.id), 'pay')
    world.mood.away = true
    expect(await send()).toBe(0)
    world.mood.away = false
    expect(await kept(world, begun.id)).toMatchObject({ state: 'pending' })
    expect(await send()).toBe(1)
    expect(await kept(world, begun.id)).toMatchObject({ state: 'succeeded' })
  })

  it('are accepted only with a fresh signature of the provider over this very body [PAY-1]', async () => {
    const begun = await goToPay(world)
    await press(await sessionOf(begun.id), 'pay')
    const calls = world.calls.length
    const body = JSON.stringify({ id: 'evt_1', kind: 'session.paid', sessionId: await sessionOf(begun.id) })
    const now = new Date()
    const good = signWebhook(world.secret, body, now)
    const stale = signWebhook(world.secret, body, new Date(now.getTime() - toleranceMs - 2_000))
    const early = signWebhook(world.secret, body, new Date(now.getTime() + toleranceMs + 2_000))
    for (const header of [
      '',
      'nonsense',
      stale,
      early,
      signWebhook(Buffer.alloc(32), body, now),
      good.replace(/.$/, 'z'),
    ])
      expect((await post(body, header)).status).toBe(400)
    expect((await post(body.replace('paid', 'lost'), good)).status).toBe(400)
    expect((await post(body, good, 'other')).status).toBe(400)
    expect(world.calls).toHaveLength(calls)
    expect((await kept(world, begun.id)).state).toBe('pending')
    expect((await post(body, good)).status).toBe(204)
    expect((await post(body, good)).status).toBe(204)
    expect((await kept(world, begun.id)).state).toBe('succeeded')
  })

  it('are to be repeated for a session not known yet; malformed ones never', async () => {
    const unknown = JSON.stringify({ id: 'evt_2', kind: 'session.paid', sessionId: 'tps_not_stored_yet' })
    expect((await post(unknown, signWebhook(world.secret, unknown, new Date()))).status).toBe(503)
    for (const broken of ['{', '{"id":1}', 'null'])
      expect((await post(broken, signWebhook(world.secret, broken, new Date()))).status).toBe(400)
  })
})
