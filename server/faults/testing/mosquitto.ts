import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { freePort } from '../../testing/harness.ts'
import { need } from '../../testing/programs.ts'
import type { Certificate } from './certificate.ts'

export interface Mosquitto {
  readonly port: number
  /** Restarts it on the same port, with its stored data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** The configuration of docs/gateway-protocol.md, with users and passwords; without a certificate it offers no TLS. */
export async function startMosquitto(users: Readonly<Record<string, string>>, tls?: Certificate): Promise<Mosquitto> {
  const [broker, makesPasswords] = [need('mosquitto'), need('mosquitto_passwd', 'mosquitto')]
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-mosquitto-'))
  const port = await freePort()
  const file = (name: string, text: string): string => {
    writeFileSync(join(dir, name), text)
    return join(dir, name)
  }
  const passwords = file('passwords', '')
  for (const [user, password] of Object.entries(users))
    execFileSync(makesPasswords, ['-b', passwords, user, password], { stdio: 'ignore' })
  const acl = file(
    'acl',
    `user holdfast
topic read holdfast/v1/+/up
topic read holdfast/v1/+/presence
topic write holdfast/v1/+/orders
topic write holdfast/v1/+/reservations
topic write holdfast/v1/+/replies
pattern write holdfast/v1/%u/up
pattern write holdfast/v1/%u/presence
pattern read holdfast/v1/%u/orders
pattern read holdfast/v1/%u/reservations
pattern read holdfast/v1/%u/replies
`,
  )
  const settings = file(
    'mosquitto.conf',
    `listener ${port} 127.0.0.1
${tls ? `certfile ${tls.certificate}\nkeyfile ${tls.key}\n` : ''}allow_anonymous false
password_file ${passwords}
acl_file ${acl}
persistence true
persistence_location ${dir}/
max_queued_messages 100000
message_size_limit 1048576
${process.getuid?.() === 0 ? 'user root\n' : ''}`,
  )
  let child: ChildProcess
  const start = async (): Promise<void> => {
    child = spawn(broker, ['-c', settings], { stdio: 'ignore' })
    for (let tries = 0; !(await answers(port)); tries += 1) {
      if (tries === 200 || child.exitCode !== null) throw new Error('mosquitto does not respond')
      await pass(50)
    }
  }
  const end = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill('SIGTERM')) await ended
  }
  await start()
  return {
    port,
    async restart() {
      await end()
      await start()
    },
    async stop() {
      await end()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
