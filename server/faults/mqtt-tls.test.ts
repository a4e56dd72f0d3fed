import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { type RunningPortal, startPortal } from '../testing/harness.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { type Certificate, makeCertificate } from './testing/certificate.ts'
import { type Mosquitto, startMosquitto } from './testing/mosquitto.ts'

const secret = 'the-portals-own-password'
let dir: string
let database: TestDatabase
let world: World
let certificate: Certificate
let broker: Mosquitto
let portal: RunningPortal | null = null
let gateway: MqttClient

const own = () => world.own.gateway
const topic = (name: string): string => `holdfast/v1/${own().hardwareId}/${name}`
/** The portal again; `trusted` = the certificates that it believes besides those of Node. */
const start = async (scheme: 'mqtt' | 'mqtts', trusted?: string): Promise<RunningPortal> => {
  await portal?.end()
  portal = null
  const address = `${scheme}://holdfast:${secret}@localhost:${broker.port}`
  const env = { MQTT_URL: address, ...(trusted ? { NODE_EXTRA_CA_CERTS: trusted } : {}) }
  return (portal = await startPortal({ databaseUrl: database.url, env }))
}

describe('a broker that speaks TLS [GW-7]', () => {
  beforeAll(async () => {
    dir = mkdtempSync(join(realpathSync(tmpdir()), 'holdfast-mqtts-'))
    database = await createTestDatabase()
    world = await makeWorld(database.knex)
    certificate = makeCertificate(dir, 'broker')
    broker = await startMosquitto({ holdfast: secret, [own().hardwareId]: own().token }, certificate)
  })
  afterAll(async () => {
    await gateway?.endAsync(true)
    await portal?.end()
    await broker?.stop()
    await database?.close()
    if (dir) rmSync(dir, { recursive: true, force: true })
  })

  it.each([
    ['a certificate that nobody vouches for is not believed', 'mqtts', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['without TLS it is not spoken to', 'mqtt', 'cannot reach the MQTT broker'],
  ] as const)('%s: the portal says so, runs on, and tries again', async (_, scheme, said) => {
    const { output, url } = await start(scheme)
    const times = () =>
      output()
        .split('\n')
        .filter((line) => line.includes(said)).length
    // Each of its nine sessions once, and one again.
    await expect.poll(times).toBeGreaterThan(9)
    expect(output()).not.toContain('connected to the MQTT broker')
    expect(output(), 'the password is in no log').not.toContain(secret)
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
  })

  it('with its certificate among the trusted ones a gateway’s batch is stored and answered', async () => {
    const { output } = await start('mqtts', certificate.certificate)
    await expect.poll(() => output().split('connected to the MQTT broker').length - 1).toBeGreaterThanOrEqual(9)
    gateway = await mqtt.connectAsync(`mqtts://localhost:${broker.port}`, {
      username: own().hardwareId,
      password: own().token,
      ca: readFileSync(certificate.certificate),
    })
    const replies: object[] = []
    gateway.on('message', (_, payload) => replies.push(JSON.parse(payload.toString()) as object))
    await gateway.subscribeAsync(topic('replies'), { qos: 1 })
    const device = own().devices[0]?.hardwareId
    const reading = { id: 'a-1', at: new Date().toISOString(), device, kind: 'reading', temperature: 4.5 }
    await gateway.publishAsync(topic('up'), JSON.stringify({ batch: 1, messages: [reading] }), { qos: 1 })
    await expect.poll(() => replies).toEqual([expect.objectContaining({ batch: 1, stored: 1 })])
    expect(await database.knex('readings').select('temperature')).toEqual([{ temperature: 4.5 }])
  })
})
