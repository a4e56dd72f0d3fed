import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { need } from '../../testing/programs.ts'

export interface Certificate {
  /** PEM files. */
  readonly certificate: string
  readonly key: string
}

/** Creates a self-signed certificate of this machine, valid for a day, as `<name>.pem` and `<name>.key`. */
export function makeCertificate(dir: string, name: string): Certificate {
  const [certificate, key] = [join(dir, `${name}.pem`), join(dir, `${name}.key`)]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const of = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync(need('openssl'), ['req', '-x509', ...kind, ...of, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  return { certificate, key }
}
