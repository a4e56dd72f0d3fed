import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Sockets of this host, for browsers in which 'self' does not cover ws. */
function ownSockets(request: IncomingMessage): string {
  const host = request.headers.host ?? ''
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? `ws://${host} wss://${host}` : "'self'"
}

const policy = (secure: boolean, images: readonly string[]) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"], // the component kit sets sizes and positions as style attributes
        imgSrc: ["'self'", 'data:', 'blob:', ...images],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ownSockets],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' }, // addresses carry tokens
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })

/** Returns the origin of the map's tiles for the policy: {s} stands for any name before the host. */
export function tileHosts(tileUrl: string | undefined): string[] {
  const host = tileUrl === undefined ? null : /^https?:\/\/[^/]+/.exec(tileUrl.replaceAll('{s}', '*'))
  return host ? [host[0]] : []
}

/** Security headers of every response; over https also HSTS. `images` = other hosts whose pictures may be shown. */
export function securityHeaders(images: readonly string[] = []): RequestHandler {
  const plain = policy(false, images)
  const secure = policy(true, images)
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)')
    ;(request.secure ? secure : plain)(request, response, next)
  }
}
