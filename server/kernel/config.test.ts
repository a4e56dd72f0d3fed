import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadConfig, settings } from './config.ts'

describe('settings', () => {
  it('default to a demo [OPS-1]', () => {
    expect(loadConfig({}, '1.0.0')).toMatchObject({ port: 8080, demo: true, simulator: true })
  })
  it('the demo listens on this machine alone unless HOST says otherwise, and then shows no logins [OPS-1]', () => {
    expect(loadConfig({}, '1.0.0')).toMatchObject({ host: '127.0.0.1', showsLogins: true })
    expect(loadConfig({ HOST: '0.0.0.0' }, '1.0.0')).toMatchObject({ host: '0.0.0.0', demo: true, showsLogins: false })
    expect(loadConfig({ HOST: 'localhost' }, '1.0.0')).toMatchObject({ showsLogins: true })
    const own = { DATABASE_URL: 'postgres://db/x' }
    expect(loadConfig(own, '1.0.0')).toMatchObject({ host: undefined, showsLogins: false })
  })
  it('an external database means no demo data, no default logins, no simulator [OPS-3] [ASVS V6.3.2]', () => {
    expect(loadConfig({ DATABASE_URL: 'postgres://db/x' }, '1.0.0')).toMatchObject({ demo: false, simulator: false })
  })
  it.each([
    [{ PORT: '99999' }, /PORT/],
    [{ PORT: 'abc' }, /PORT/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL: must begin with postgres/],
    [{ STOP_SECONDS: '0' }, /STOP_SECONDS/],
    [{ HOLDFAST_THEEM: 'x' }, /HOLDFAST_THEEM is not a setting/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    [{ DATABSE_URL: 'postgres://db/x' }, /DATABSE_URL is not a setting; is DATABASE_URL meant/],
    [{ DATABASE_UR: 'postgres://db/x' }, /DATABASE_URL meant/],
    [{ TRUST_PORXY: '1' }, /TRUST_PROXY meant/],
    [{ GEOCODER_URL: 'photon' }, /GEOCODER_URL/],
    [{ SMTP_URL: 'smtp://user:secret@mail' }, /MAIL_FROM: is needed with SMTP_URL/],
    [{ SMTP_URL: 'https://mail', MAIL_FROM: 'a@b.example' }, /SMTP_URL/],
    [{ SMTP_URL: 'smtp://mail', MAIL_FROM: 'Parken' }, /MAIL_FROM/],
    [{ SMS_URL: 'sms.example' }, /SMS_URL/],
    [{ SMS_URL: 'https://user:secret@sms.example/send' }, /SMS_URL: must carry no user and password/],
    [{ HOLDFAST_ROLES: 'web' }, /HOLDFAST_ROLES: needs DATABASE_URL/],
    [{ HOLDFAST_ROLES: 'web,mail', DATABASE_URL: 'postgres://db/x' }, /HOLDFAST_ROLES/],
    [{ REDIS_URL: 'http://redis' }, /REDIS_URL: must begin with redis/],
    [{ MQTT_URL: 'broker:1883' }, /MQTT_URL: must begin with mqtt/],
    [{ GEOCODER_REGION: 'de' }, /GEOCODER_REGION: must be two capital letters/],
    [{ MAP_TILE_URL: 'https://tiles.example/map.png' }, /MAP_TILE_URL: must have \{z\}/],
    [{ MAP_TILE_URL: "https://tiles.example; script-src 'x'/{z}/{x}/{y}" }, /MAP_TILE_URL/],
  ])('%j stops the start with a clear text', (env, text) => {
    expect(() => loadConfig(env, '1.0.0')).toThrow(text)
  })
  it('give a process all roles, or the given ones [OPS-3]', () => {
    expect([...loadConfig({}, '1.0.0').roles]).toEqual(['web', 'relay', 'jobs', 'ingest'])
    const env = { DATABASE_URL: 'postgres://db/x', HOLDFAST_ROLES: 'web, ingest', REDIS_URL: 'rediss://r:6379' }
    expect(loadConfig(env, '1.0.0')).toMatchObject({ roles: new Set(['web', 'ingest']), redisUrl: env.REDIS_URL })
  })
  it('are all listed in docs/settings.md, and nothing else is [OPS-3]', () => {
    const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')
    const table = page.split('\n').filter((line) => line.startsWith('| `'))
    const named = table.flatMap((line) => line.split('|')[1]?.match(/[A-Z][A-Z_]+/g) ?? [])
    expect(named.toSorted()).toEqual(settings.toSorted())
  })
  it('keep pictures beside the embedded database, or in the given folder', () => {
    expect(loadConfig({ HOLDFAST_DIR: '/var/x' }, '1.0.0')).toMatchObject({
      mediaDir: '/var/x/media',
      mediaDirGiven: false,
    })
    expect(loadConfig({ MEDIA_DIR: '/srv/p' }, '1.0.0')).toMatchObject({ mediaDir: '/srv/p', mediaDirGiven: true })
  })
  it('ignore unrelated environment variables', () => {
    const env = {
      HOSTS: 'x',
      HOSTNAME: 'x',
      HOME: '/',
      PWD: '/',
      PORTS: '1',
      DATABASE_HOST: 'x',
      LOG_FORMAT: 'x',
      LOGNAME: 'x',
      npm_config_port: '1',
    }
    expect(loadConfig(env, '1.0.0')).toMatchObject({ demo: true })
  })
  it('send e-mails and text messages if a server is configured, otherwise keep them [NOTE-1] [NOTE-2]', () => {
    expect(loadConfig({}, '1.0.0')).toMatchObject({ mail: null, sms: null })
    const env = { SMTP_URL: 'smtps://u:p@mail.example', MAIL_FROM: 'a@b.example', SMS_URL: 'https://sms.example/send' }
    expect(loadConfig({ ...env, SMS_TOKEN: 'x' }, '1.0.0')).toMatchObject({
      mail: { url: env.SMTP_URL, from: env.MAIL_FROM },
      sms: { url: env.SMS_URL, token: 'x' },
    })
    expect(() => loadConfig({ ...env, MAIL_FROM: '' }, '1.0.0')).not.toThrow(/u:p/)
  })
  it('write e-mails into a folder in the demo, or where one is named, unless there is a mail server [NOTE-1]', () => {
    const smtp = { SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@b.example' }
    const external = { DATABASE_URL: 'postgres://x/y' }
    expect(loadConfig({ HOLDFAST_DIR: '/here' }, '1.0.0').mailDir).toBe('/here/mail')
    expect(loadConfig(external, '1.0.0').mailDir).toBeNull()
    expect(loadConfig({ ...external, MAIL_DIR: '/mails' }, '1.0.0').mailDir).toBe('/mails')
    expect(loadConfig({ ...smtp, MAIL_DIR: '/mails' }, '1.0.0').mailDir).toBeNull()
  })
  it('search places in one country, or in all [BIKE-1]', () => {
    expect(loadConfig({}, '1.0.0')).toMatchObject({ geocoder: { url: null, region: 'DE' }, map: null })
    expect(loadConfig({ GEOCODER_REGION: '*' }, '1.0.0').geocoder.region).toBeNull()
  })
  it('treat an empty value as absent', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '' }, '1.0.0')).toMatchObject({ port: 8080, demo: true })
  })
})
