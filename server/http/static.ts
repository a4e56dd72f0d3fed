import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import compressedFiles from 'express-static-gzip'
import { projectRoot } from '../kernel/project-root.ts'

/** The built client. */
export function builtClient(): string {
  return join(projectRoot(import.meta.dirname), 'dist', 'client')
}

/**
 * Serves the built client. Files under assets/ have their hash in the name, never change, and are already compressed;
 * others are revalidated.
 */
export function clientFiles(dir: string): RequestHandler {
  const serveStatic = { index: false as const, redirect: false, dotfiles: 'ignore' }
  const hashed = compressedFiles(join(dir, 'assets'), {
    index: false,
    enableBrotli: true,
    orderPreference: ['br', 'gzip'],
    serveStatic: { ...serveStatic, maxAge: '365d', immutable: true },
  })
  const files = Router()
  files.use('/assets', (request, response, next) =>
    isReadable(request.path) ? hashed(request, response, next) : next(),
  )
  // Sets the encoding before it is known whether there is a file to send, so other responses must not keep it.
  files.use('/assets', (_request, response, next) => {
    makePlain(response)
    next()
  })
  files.use('/assets', ((error, _request, response, next) => {
    makePlain(response)
    next(error)
  }) satisfies ErrorRequestHandler)
  const others = express.static(dir, {
    ...serveStatic,
    setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache'),
  })
  // The files exist since the start, so no request needs a disk lookup.
  const names = existsSync(dir) ? new Set(readdirSync(dir)) : new Set<string>()
  files.use((request, response, next) =>
    names.has(request.path.split('/')[1] ?? '') ? others(request, response, next) : next(),
  )
  return files
}

function makePlain(response: Response): void {
  for (const name of ['Content-Encoding', 'Content-Type', 'Cache-Control']) response.removeHeader(name)
}

function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

/** Returns true if a person opens a page, as opposed to a program: a GET that accepts HTML and has no client-id. */
export function wantsPage(request: Request): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    request.get('client-id') === undefined &&
    /\btext\/html\b/i.test(request.get('accept') ?? '')
  )
}

/** Pages whose address carries a secret: links for guests and links in mails. */
const withToken =
  /^\/(eticket|reservations\/remote|users\/(register_link|registration|password_reset|email_change|migrate_to_rm|oidc)|setup)(\/|$)/i

/**
 * Serves index.html for every page, on the portal and the admin host alike; its script renders the page of the path.
 * Until then it shows the frame of a page in the theme of its address.
 */
export function clientPages(dir: string, themeOf: (request: Request) => string): Router {
  const router = Router()
  const index = join(dir, 'index.html')
  router.get(/.*/, (request, response, next) => {
    response.vary('Accept')
    const page = wantsPage(request) || request.path === '/'
    if (!page || /^\/(assets|health|metrics|gateway\/v1|socket\.io)(\/|$)/.test(request.path)) return next()
    readFile(index, 'utf8').then(
      (html) => {
        const themed = html.replace('data-theme="holdfast"', `data-theme="${themeOf(request)}"`)
        if (withToken.test(request.path)) response.set('X-Robots-Tag', 'noindex, nofollow')
        response.set('Cache-Control', 'no-cache').type('html').send(themed)
      },
      () => next(), // not built
    )
  })
  return router
}
