import type { Knex } from 'knex'
import pg from 'pg'
import { sendOn } from './connection.ts'

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const copyData = 0x64
const copyDone = Buffer.from([0x63, 0, 0, 0, 4])
/** Type and length of the protocol message, before the rows. */
const head = 5
const epoch2000 = Date.UTC(2000, 0, 1)
const two32 = 2 ** 32

/**
 * Rows in PostgreSQL's binary COPY format: half the work of text for both sides. Fields are appended in the order of
 * the columns. Numbers must fit their types; that is not checked here (messages: decode-schema.ts).
 */
export class CopyRows {
  #buffer = Buffer.allocUnsafeSlow(65_536)
  /** Of the same bytes. Methods of a Buffer check each value first, which takes twice as long. */
  #view = new DataView(this.#buffer.buffer)
  #length = head + signature.copy(this.#buffer, head)
  count = 0

  row(fields: number): void {
    this.#room(2)
    this.#view.setInt16(this.#length, fields)
    this.#length += 2
    this.count += 1
  }
  null(): void {
    this.#room(4)
    this.#view.setInt32(this.#length, -1)
    this.#length += 4
  }
  int2(value: number | undefined): void {
    if (value === undefined) return this.null()
    const place = this.#field(2)
    this.#view.setInt16(place, value)
  }
  int4(value: number | undefined): void {
    if (value === undefined) return this.null()
    const place = this.#field(4)
    this.#view.setInt32(place, value)
  }
  real(value: number | undefined): void {
    if (value === undefined) return this.null()
    const place = this.#field(4)
    this.#view.setFloat32(place, value)
  }
  bool(value: boolean | undefined): void {
    if (value === undefined) return this.null()
    const place = this.#field(1)
    this.#view.setUint8(place, value ? 1 : 0)
  }
  /** Milliseconds since 1970 as timestamptz. */
  time(ms: number): void {
    const place = this.#field(8)
    const micros = (ms - epoch2000) * 1_000
    const high = Math.floor(micros / two32)
    this.#view.setInt32(place, high)
    this.#view.setUint32(place + 4, micros - high * two32)
  }
  text(value: string | undefined): void {
    if (value === undefined) return this.null()
    this.#room(4 + value.length * 3)
    const written = this.#buffer.write(value, this.#length + 4)
    this.#view.setInt32(this.#length, written)
    this.#length += 4 + written
  }
  /** Returns everything as two protocol messages, CopyData and CopyDone; nothing may be appended afterwards. */
  finish(): Buffer {
    this.#room(2 + copyDone.length)
    this.#view.setInt16(this.#length, -1)
    this.#length += 2
    this.#buffer[0] = copyData
    this.#view.setInt32(1, this.#length - 1)
    this.#length += copyDone.copy(this.#buffer, this.#length)
    return this.#buffer.subarray(0, this.#length)
  }

  /** Writes the length of a field and returns the position of its bytes. */
  #field(bytes: number): number {
    this.#room(4 + bytes)
    const place = this.#length + 4
    this.#view.setInt32(this.#length, bytes)
    this.#length = place + bytes
    return place
  }
  #room(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafeSlow(this.#buffer.length * 2 + bytes)
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
    this.#view = new DataView(larger.buffer)
  }
}

/**
 * A COPY whose rows follow the statement in one write, without waiting for the server: a stream that waits and writes
 * in pieces wakes the server four times. A server that refuses the statement ignores the rows.
 */
class Copy extends pg.Query {
  readonly #sql: string
  readonly #data: Buffer

  constructor(sql: string, data: Buffer) {
    super({ text: sql })
    this.#sql = sql
    this.#data = data
  }
  override submit = (connection: pg.Connection): void => {
    connection.stream.cork()
    connection.query(this.#sql)
    connection.stream.write(this.#data)
    connection.stream.uncork()
  }
  handleCopyInResponse(): void {}
}

/** Copies rows into a table in a transaction; sent when called. `columns` as in SQL. Throws the database's errors. */
export async function copyRows(trx: Knex.Transaction, columns: string, rows: CopyRows): Promise<void> {
  if (rows.count === 0) return
  const sql = `COPY ${columns} FROM STDIN (FORMAT binary)`
  await sendOn(trx, (connection) => {
    // Typed without its callback, which pg takes beside every statement.
    const query = connection.query as (copy: Copy, done: (error: Error | null) => void) => void
    return new Promise<void>((resolve, reject) => {
      query.call(connection, new Copy(sql, rows.finish()), (error) => (error ? reject(error) : resolve()))
    })
  })
}
