import { existsSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import express, { type Request, type RequestHandler, Router } from 'express'

/** The built client: beside the built server, or in dist/ when the server runs from its sources. */
export function builtClient(): string {
  const beside = resolve(import.meta.dirname, '../../client')
  return existsSync(join(beside, 'index.html')) ? beside : resolve(import.meta.dirname, '../../dist/client')
}

/** Files of the built client. Those under assets/ have their hash in the name and never change; others are asked for again. */
export function clientFiles(dir: string): RequestHandler {
  return express.static(dir, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    setHeaders: (response, path) => {
      const hashed = path.startsWith(join(dir, 'assets') + sep)
      response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** True when a person opens a page, not a program asking: a GET that wants HTML and names no client. */
export function wantsPage(request: Request): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    request.get('client-id') === undefined &&
    /\btext\/html\b/i.test(request.get('accept') ?? '')
  )
}

/** Every page of the application is the one index.html, on the portal and the admin host alike; its script shows what the path says. */
export function clientPages(dir: string): Router {
  const router = Router()
  const index = join(dir, 'index.html')
  router.get(/.*/, (request, response, next) => {
    response.vary('Accept')
    const page = wantsPage(request) || request.path === '/'
    if (!page || /^\/(assets|health|metrics|gateway|socket\.io)(\/|$)/.test(request.path)) return next()
    response.sendFile(index, { cacheControl: false, headers: { 'Cache-Control': 'no-cache' } }, (error) => {
      if (error) next(response.headersSent ? error : undefined)
    })
  })
  return router
}
