import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Making {
  readonly challenge: string
  readonly origin: string
  readonly rpId: string
}
interface How {
  /** Whether its owner unlocked it. */
  readonly verified?: boolean
  /** Its count of signatures; grows by itself. */
  readonly counter?: number
}

/** An authenticator in software (ES256, attestation "none"), for what Chromium's refuses to do: lie. */
export class Authenticator {
  readonly id = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #counter = 0
  #userHandle = ''

  /** Makes a passkey: what a browser sends for it. */
  create({ challenge, origin, rpId }: Making, userHandle: string) {
    this.#userHandle = userHandle
    const key = this.#keys.publicKey.export({ format: 'jwk' })
    const cose = cborMap([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(key.x ?? '', 'base64url')],
      [-3, Buffer.from(key.y ?? '', 'base64url')],
    ])
    const attested = Buffer.concat([Buffer.alloc(16), uint16(this.id.length), this.id, cose])
    const authData = Buffer.concat([this.#data(rpId, 0x45, 0), attested])
    const attestationObject = cborMap([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Signs a challenge: what a browser sends to sign in. */
  sign({ challenge, origin, rpId }: Making, { verified = true, counter = this.#counter + 1 }: How = {}) {
    this.#counter = counter
    const authData = this.#data(rpId, verified ? 0x05 : 0x01, counter)
    const data = clientData('webauthn.get', challenge, origin)
    const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()])
    const key = createPrivateKey(this.#keys.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    return {
      ...this.#named(),
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, key).toString('base64url'),
        userHandle: this.#userHandle,
      },
    }
  }

  #named() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #data(rpId: string, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

type Cbor = number | string | Buffer | ReadonlyMap<unknown, unknown>

/** The little of CBOR that a passkey needs. */
function cborMap(entries: readonly (readonly [number | string, Cbor])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return head(5, 0)
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(value)])
}
