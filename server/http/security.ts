import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Sockets of this very host, for browsers in which 'self' does not cover ws. */
function ownSockets(request: IncomingMessage): string {
  const host = request.headers.host ?? ''
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? `ws://${host} wss://${host}` : "'self'"
}

const policy = (secure: boolean) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"], // the component kit sets sizes and positions as style attributes
        imgSrc: ["'self'", 'data:', 'blob:'],
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

/** Security headers of every answer; over https also HSTS. */
export function securityHeaders(): RequestHandler {
  const plain = policy(false)
  const secure = policy(true)
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)')
    ;(request.secure ? secure : plain)(request, response, next)
  }
}
