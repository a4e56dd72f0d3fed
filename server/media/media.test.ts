import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { MediaView } from '../../contract/media.ts'
import { useApp } from '../http/testing/use-app.ts'
import { housekeeping } from '../jobs/housekeeping.ts'
import { laneOf, runJobs } from '../jobs/testing/run-jobs.ts'
import type { World } from '../testing/world.ts'
import { checkFile } from './check.ts'
import { requireMediaDir, tidyFiles } from './store.ts'
import { badFiles, goodFiles, largePicture, photo } from './testing/files.ts'

const dir = mkdtempSync(join(tmpdir(), 'holdfast-media-'))
const { db, world, app } = await useApp((context) => ({
  config: { ...context.config, mediaDir: dir },
  // Rate limits are not tested here.
  limits: { take: async () => null } as never,
}))
afterAll(() => rmSync(dir, { recursive: true }))
beforeEach(() => db.knex('media').delete())

type Login = keyof World['users']
interface Uploaded {
  stored: MediaView[]
  refused: { fileName: string; code: string; detail: string }[]
}
const cookies = new Map<Login, string>()
async function cookie(login: Login): Promise<string> {
  const known = cookies.get(login) ?? (await app.login(login, world.password))
  cookies.set(login, known)
  return known
}
async function upload(
  files: readonly (readonly [string, Buffer, ...unknown[]])[],
  of: Record<string, string> = { siteId: String(world.own.siteId) },
  login: Login = 'rm',
): Promise<{ status: number; body: Uploaded; code: string | undefined }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(of)) form.set(name, value)
  for (const [name, bytes] of files) form.append('files', new Blob([new Uint8Array(bytes)]), name)
  const response = await fetch(`http://127.0.0.1:${app.port}/media`, {
    method: 'POST',
    headers: { 'client-id': 'test', cookie: await cookie(login) },
    body: form,
  })
  const body = (await response.json()) as Uploaded & { errors?: { code: string }[] }
  return { status: response.status, body, code: body.errors?.[0]?.code }
}
const ask = async (method: string, path: string, login: Login = 'rm') =>
  app.ask(method, path, { cookie: await cookie(login) })
const kept = () => readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

describe('uploading pictures [API-1]', () => {
  it('takes good ones of every kind, makes them again as WebP under names of its own', async () => {
    const { status, body } = await upload(await goodFiles())
    expect([status, body.refused]).toEqual([201, []])
    expect(body.stored.map(({ fileName }) => fileName)).toEqual(
      ['photo', 'plan', 'plan', 'plan', 'plan', 'shell.php'].map((name) => `${name}.webp`),
    )
    expect(kept().map(({ name }) => name)).toEqual(
      body.stored.map(() => expect.stringMatching(/^[0-9a-f-]{36}\.webp$/)),
    )
    const [first] = body.stored
    expect(first).toMatchObject({ contentType: 'image/webp', width: 40, height: 60, alt: {} })
    expect(first?.url).toMatch(new RegExp(`^/media/${first?.id}/file\\?v=[0-9a-f]{8}$`))
    expect((await ask('GET', `/sites/${world.own.siteId}/media`)).data).toHaveLength(6)
  })

  it('comes to an end with a file that is made to be looked through for long: by the square of its length it would take hours', async () => {
    for (const start of [`${'<svg'.repeat(120)} on`, '<svg'.repeat(1_000_000), '<svg on'.repeat(500_000)])
      expect(await checkFile('plan.png', Buffer.from(start.padEnd(4 * 1_048_576, 'a')))).toEqual({
        code: 'file-not-allowed',
      })
  })

  it('drops the place and the owner of a photo and stands it upright', async () => {
    const before = await sharp(await photo()).metadata()
    expect(before).toMatchObject({ orientation: 6, width: 60, height: 40 })
    expect(before.exif?.includes('Somebody Known')).toBe(true)
    const { body } = await upload([['photo.jpg', await photo()]])
    const { headers, bytes } = await file(body.stored[0]?.url ?? '')
    const after = await sharp(bytes).metadata()
    expect(after).toMatchObject({ format: 'webp', width: 40, height: 60 })
    expect([after.exif, after.xmp, after.iptc, after.orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment; filename=photo.webp',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  it('refuses each bad file for itself, with its code and a text, and keeps nothing of it', async () => {
    const before = kept().length
    const bad = await badFiles()
    const good = await goodFiles()
    for (let from = 0; from < bad.length; from += 9) {
      const some = bad.slice(from, from + 9)
      const { status, body } = await upload([...some, good[1] ?? ['', Buffer.alloc(0)]])
      expect(status).toBe(201)
      expect(body.refused.map(({ fileName, code }) => [fileName, code])).toEqual(
        some.map(([name, , code]) => [name, code]),
      )
      expect(body.refused.every(({ detail }) => detail.length > 10 && !detail.includes('{'))).toBe(true)
      expect(body.stored).toHaveLength(1)
    }
    expect(kept()).toHaveLength(before + Math.ceil(bad.length / 9))
  })

  it('names the limit and its figure instead of suspecting a file [F8]', async () => {
    const bad = await badFiles()
    const named = (name: string) => bad.find(([each]) => each === name) ?? ([name, Buffer.alloc(0)] as const)
    const files = [
      ['white.png', await largePicture()] as const,
      named('large.png'),
      named('wrong.png'),
      named('cut.jpg'),
    ]
    const { body } = await upload(files)
    expect(body.refused.map(({ code, detail }) => [code, detail])).toEqual([
      ['picture-too-large', 'The picture is too large: 61 of at most 60 megapixels.'],
      ['file-too-large', 'The file is larger than 10 MB.'],
      ['file-ending', 'This is a JPEG file; its name has to end in .jpg, .jpeg, .jpe, .jfif.'],
      ['file-damaged', 'The file is damaged: its picture cannot be read to the end.'],
    ])
  })

  it('makes nothing of a name but a text', async () => {
    const [, png] = (await goodFiles())[1] ?? ['', Buffer.alloc(0)]
    const names = ['../../etc/passwd.png', '..\\..\\x.png', '.png', `${'n'.repeat(400)}.png`, 'gp\u202e.<b>"é;.png']
    const { body } = await upload(names.map((name) => [name, png]))
    expect(body.refused).toEqual(
      body.refused.map(() => expect.objectContaining({ fileName: 'n'.repeat(200), code: 'file-ending' })),
    )
    for (const { fileName } of body.stored) expect(fileName).toMatch(/^[^/\\\p{C}<>"]+\.webp$/u)
    expect(existsSync(join(dir, '..', 'etc'))).toBe(false)
  })

  it('says what is wrong with a request as a whole', async () => {
    const [good = ['', Buffer.alloc(0)] as [string, Buffer]] = (await goodFiles()).slice(1)
    expect(await upload([good], {})).toMatchObject({ status: 400, code: 'bad-input' })
    expect(await upload([good], { siteId: '1', deviceId: '1' })).toMatchObject({ status: 400, code: 'bad-input' })
    expect(await upload([good], { siteId: '1e1' })).toMatchObject({ status: 400, code: 'bad-input' })
    expect(await upload([])).toMatchObject({ status: 400, code: 'bad-input' })
    expect(await upload(Array.from({ length: 11 }, () => good))).toMatchObject({ status: 400, code: 'bad-input' })
    const raw = (type: string, body: string) =>
      cookie('rm').then((value) =>
        app.ask('POST', '/media', { cookie: value, headers: { 'content-type': type }, body }),
      )
    expect((await raw('application/json', '{}')).status).toBe(415)
    expect((await raw('multipart/form-data', '{}')).status).toBe(400)
    expect(
      (await raw('multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="fil')).status,
    ).toBe(400)
  })

  it('is for operators of the site alone, and their device counts as their site', async () => {
    const files = (await goodFiles()).slice(1, 2)
    expect((await upload(files, undefined, 'visitor')).code).toBe('not-authorized')
    expect((await upload(files, undefined, 'foreignRm')).code).toBe('not-found')
    const deviceId = world.own.gateway.devices[0]?.id
    expect((await upload(files, { deviceId: String(deviceId) }, 'foreignRm')).code).toBe('not-found')
    expect((await upload(files, { deviceId: '999999' })).code).toBe('not-found')
    expect(await upload(files, { deviceId: String(deviceId) })).toMatchObject({ status: 201 })
    expect((await ask('GET', `/devices/${deviceId}/media`)).data).toHaveLength(1)
    expect((await ask('GET', `/sites/${world.own.siteId}/media`)).data).toHaveLength(0)
    expect(await db.knex('commands').where({ name: 'media.add' }).orderBy('at', 'desc').first()).toMatchObject({
      actor: `user:${world.users.rm.id}`,
      outcome: 'done',
    })
  })
})

async function file(url: string, login: Login = 'rm') {
  const response = await fetch(`http://127.0.0.1:${app.port}${url}`, { headers: { cookie: await cookie(login) } })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('a kept picture', () => {
  it('is shown to whoever may book at its site, and to nobody else', async () => {
    const { body } = await upload((await goodFiles()).slice(1, 2))
    const url = body.stored[0]?.url ?? ''
    for (const login of ['visitor', 'rm'] as const) expect((await file(url, login)).status).toBe(200)
    for (const login of ['foreignRm', 'support'] as const) expect((await file(url, login)).status).toBe(404)
    expect((await app.ask('GET', url)).status).toBe(404)
    expect((await ask('GET', '/media/../../etc/file')).status).toBe(404)
  })

  it('is shown without a login where anybody may see the site', async () => {
    const { body } = await upload((await goodFiles()).slice(1, 2))
    const url = body.stored[0]?.url ?? ''
    await db.knex('zones').update({ readable_without_login: true, private: false })
    expect((await app.ask('GET', url)).status).toBe(200)
    await db.knex('zones').update({ readable_without_login: false })
    expect((await app.ask('GET', url)).status).toBe(404)
  })

  it('comes in smaller widths, each made once; other widths are refused', async () => {
    const wide = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#0a6' } })
      .png()
      .toBuffer()
    const { body } = await upload([['wide.png', wide]])
    const { url } = body.stored[0] ?? { url: '' }
    for (const width of [160, 320, 320, 640, 1_280]) {
      const { bytes } = await file(`${url}&width=${width}`)
      expect((await sharp(bytes).metadata()).width).toBe(Math.min(width, 800))
    }
    expect((await file(`${url}&width=333`)).status).toBe(400)
    const id = body.stored[0]?.id
    const { storage_key: key } = await db.knex('media').where({ id }).first('storage_key')
    const stem = String(key).slice(3, 39)
    expect(
      kept()
        .filter(({ name }) => name.startsWith(stem))
        .map(({ name }) => name.slice(36))
        .sort(),
    ).toEqual(['.webp', '@160.webp', '@320.webp', '@640.webp'])
  })

  it('is replaced in its place: another address, the same texts; the former address shows the new one and is not kept', async () => {
    const [png = ['', Buffer.alloc(0)] as [string, Buffer], webp = png] = (await goodFiles()).slice(1, 3)
    const { body } = await upload([png, webp])
    const [first, second] = body.stored
    await db
      .knex('media')
      .where({ id: first?.id })
      .update({ alt: { en: 'The yard' } })
    const blue = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#00f' } })
      .png()
      .toBuffer()
    const replaced = await upload([['blue.png', blue]], { mediaId: first?.id ?? '' })
    expect(replaced).toMatchObject({
      status: 201,
      body: { stored: [{ id: first?.id, alt: { en: 'The yard' }, width: 90 }] },
    })
    const shown = (await ask('GET', `/sites/${world.own.siteId}/media`)).data as { id: string }[]
    expect(shown.map(({ id }) => id)).toEqual([first?.id, second?.id])
    expect(Object.fromEntries((await file(replaced.body.stored[0]?.url ?? '')).headers)).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
    })
    const former = await file(first?.url ?? '')
    expect(former.headers.get('cache-control')).toBe('private, no-cache')
    expect((await sharp(former.bytes).metadata()).width).toBe(90)
    expect((await upload([png], { mediaId: first?.id ?? '' }, 'foreignRm')).code).toBe('not-found')
    expect((await upload([png, webp], { mediaId: first?.id ?? '' })).code).toBe('bad-input')
  })

  it('goes with its row; its file stays for 30 days, within which the row can come back, then goes with its smaller widths', async () => {
    const { body } = await upload((await goodFiles()).slice(1, 3))
    const [gone, stays] = body.stored
    const hour = 3_600_000
    const now = Date.now()
    const tidy = (ms: number) => tidyFiles(db.knex, dir, new Date(now + ms))
    expect((await ask('DELETE', `/media/${gone?.id}`, 'foreignRm')).status).toBe(404)
    const row = await db.knex('media').where({ id: gone?.id }).first()
    expect((await ask('DELETE', `/media/${gone?.id}`)).status).toBe(204)
    expect((await ask('DELETE', `/media/${gone?.id}`)).status).toBe(404)
    expect((await file(gone?.url ?? '')).status).toBe(404)
    const path = join(dir, String(row.storage_key))
    expect(await tidy(0)).toBe(0)
    await tidy(2 * hour)
    await tidy(29 * 24 * hour)
    expect(existsSync(path)).toBe(true)
    await db.knex('media').insert({ ...row, alt: {} })
    expect((await file(gone?.url ?? '')).status).toBe(200)
    await tidy(30 * 24 * hour)
    await db.knex('media').where({ id: gone?.id }).delete()
    await tidy(31 * 24 * hour)
    expect(existsSync(path)).toBe(true)
    await runJobs(db.knex, [laneOf(housekeeping(db.knex, { outboxKeepMinutes: 60, mediaDir: dir }).handlers)])
    expect(await tidy(62 * 24 * hour)).toBeGreaterThan(0)
    expect(existsSync(path)).toBe(false)
    expect((await file(stays?.url ?? '')).status).toBe(200)
    const broken = join(dir, kept()[0]?.parentPath.slice(-2) ?? '', 'half.webp.part')
    writeFileSync(broken, 'x')
    utimesSync(broken, 0, 0)
    expect(await tidyFiles(db.knex, dir, new Date())).toBe(1)
  })

  it('of which only the row came back from a backup is not found', async () => {
    const { body } = await upload((await goodFiles()).slice(1, 2))
    for (const { parentPath, name } of kept()) rmSync(join(parentPath, name))
    expect((await file(body.stored[0]?.url ?? '')).status).toBe(404)
  })
})

it('a folder that cannot be written stops the start with a clear text', async () => {
  const taken = join(dir, 'a-file')
  writeFileSync(taken, '')
  await expect(requireMediaDir(taken)).rejects.toThrow(/MEDIA_DIR: pictures cannot be kept in .*a-file \(EEXIST\)/)
  await expect(requireMediaDir(join(dir, 'new/deeper'))).resolves.toBeUndefined()
})
