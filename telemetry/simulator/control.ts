import { randomBytes, timingSafeEqual } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ControlAddress, DeviceLine, GatewayLine } from './control-file.ts'
import type { Simulator } from './start.ts'
import { WrongRequest } from './targets.ts'

const maxBodyBytes = 4_096

/** Serves the command line over HTTP on the loopback address. Port and key are in a file that only its owner can read. */
export async function startControl(simulator: Simulator, portFile: string): Promise<{ stop(): Promise<void> }> {
  const key = randomBytes(32).toString('base64url')
  const server = createServer((request, response) => {
    if (!matches(request.headers.authorization ?? '', `Bearer ${key}`))
      return answer(response, 401, { error: 'wrong key' })
    serve(simulator, request).then(
      (body) => answer(response, 200, body),
      (error: unknown) =>
        answer(response, error instanceof WrongRequest ? 400 : 500, {
          error: String(error instanceof Error ? error.message : error),
        }),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address: ControlAddress = { port: (server.address() as AddressInfo).port, key, pid: process.pid }
  rmSync(portFile, { force: true })
  writeFileSync(portFile, JSON.stringify(address), { mode: 0o600 })
  return {
    async stop() {
      rmSync(portFile, { force: true })
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function serve(simulator: Simulator, request: IncomingMessage): Promise<unknown> {
  const call = `${request.method} ${request.url}`
  if (call === 'GET /devices') return deviceLines(simulator)
  if (call === 'GET /gateways') return gatewayLines(simulator)
  if (call === 'POST /acts') return { done: simulator.act(...(await requestOf(request, ['target', 'act', 'value']))) }
  if (call !== 'POST /faults') throw new WrongRequest(`There is no ${call}.`)
  return { done: simulator.fault(...(await requestOf(request, ['target', 'fault']))) }
}

/** Returns the words of a request by name, in order; missing ones are empty. */
async function requestOf<N extends readonly string[]>(
  request: IncomingMessage,
  names: readonly [...N],
): Promise<{ [K in keyof N]: string }> {
  const asked: unknown = JSON.parse(await bodyOf(request))
  if (typeof asked !== 'object' || asked === null) throw new WrongRequest(`Say ${names.join(', ')}.`)
  const words = names.map((name) => (asked as Record<string, unknown>)[name] ?? '')
  if (!words.every((word) => typeof word === 'string')) throw new WrongRequest(`Say ${names.join(', ')} in words.`)
  return words as { [K in keyof N]: string }
}

function deviceLines(simulator: Simulator): DeviceLine[] {
  return simulator.gateways.flatMap(({ config, devices }) =>
    [...devices.values()].map((device) => ({
      gateway: config.hardwareId,
      hardwareId: device.config.hardwareId,
      name: device.config.name,
      site: config.site,
      type: device.config.type,
      status: device.status(),
      door: device.door() ?? null,
      fault: device.fault(),
    })),
  )
}

function gatewayLines(simulator: Simulator): GatewayLine[] {
  return simulator.gateways.map((gateway) => ({
    hardwareId: gateway.config.hardwareId,
    name: gateway.config.name,
    site: gateway.config.site,
    devices: gateway.devices.size,
    linked: gateway.linked(),
    waiting: gateway.waiting(),
    fault: gateway.fault(),
  }))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) {
    body += String(chunk)
    if (body.length > maxBodyBytes) throw new WrongRequest('That is too long.')
  }
  return body
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function matches(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
