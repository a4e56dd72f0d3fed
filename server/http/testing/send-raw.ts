import { connect } from 'node:net'

/** Sends a request as raw bytes, for what fetch does not permit; returns the whole response. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    connect(port, '127.0.0.1')
      .on('data', (chunk) => void (answer += chunk.toString()))
      .on('end', () => resolve(answer))
      .on('error', reject)
      .write(text)
  })
}
