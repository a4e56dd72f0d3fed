import pg from 'pg'

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const copyData = 0x64
const copyDone = Buffer.from([0x63, 0, 0, 0, 4])
/** Type and length of the protocol message, before the rows. */
const head = 5
const epoch2000 = Date.UTC(2000, 0, 1)
const two32 = 2 ** 32

/** Rows in PostgreSQL's binary COPY format: half the work of text for both sides. Fields are appended in the order of the columns. */
export class CopyRows {
  #buffer = Buffer.allocUnsafe(65_536)
  #length = head + signature.copy(this.#buffer, head)
  count = 0

  row(fields: number): void {
    this.#room(2)
    this.#length = this.#buffer.writeInt16BE(fields, this.#length)
    this.count += 1
  }
  null(): void {
    this.#room(4)
    this.#length = this.#buffer.writeInt32BE(-1, this.#length)
  }
  int2(value: number | undefined): void {
    if (value === undefined) return this.null()
    this.#size(2)
    this.#length = this.#buffer.writeInt16BE(value, this.#length)
  }
  int4(value: number | undefined): void {
    if (value === undefined) return this.null()
    this.#size(4)
    this.#length = this.#buffer.writeInt32BE(value, this.#length)
  }
  real(value: number | undefined): void {
    if (value === undefined) return this.null()
    this.#size(4)
    this.#length = this.#buffer.writeFloatBE(value, this.#length)
  }
  bool(value: boolean | undefined): void {
    if (value === undefined) return this.null()
    this.#size(1)
    this.#length = this.#buffer.writeUInt8(value ? 1 : 0, this.#length)
  }
  /** Milliseconds since 1970 as timestamptz. */
  time(ms: number): void {
    this.#size(8)
    const micros = (ms - epoch2000) * 1_000
    const high = Math.floor(micros / two32)
    this.#length = this.#buffer.writeInt32BE(high, this.#length)
    this.#length = this.#buffer.writeUInt32BE(micros - high * two32, this.#length)
  }
  text(value: string | undefined): void {
    if (value === undefined) return this.null()
    this.#room(4 + value.length * 3)
    const written = this.#buffer.write(value, this.#length + 4)
    this.#buffer.writeInt32BE(written, this.#length)
    this.#length += 4 + written
  }
  /** Everything as two protocol messages, CopyData and CopyDone; nothing may be appended afterwards. */
  finish(): Buffer {
    this.#room(2 + copyDone.length)
    this.#length = this.#buffer.writeInt16BE(-1, this.#length)
    this.#buffer[0] = copyData
    this.#buffer.writeInt32BE(this.#length - 1, 1)
    this.#length += copyDone.copy(this.#buffer, this.#length)
    return this.#buffer.subarray(0, this.#length)
  }

  #size(bytes: number): void {
    this.#room(4 + bytes)
    this.#length = this.#buffer.writeInt32BE(bytes, this.#length)
  }
  #room(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(this.#buffer.length * 2 + bytes)
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}

interface Wire {
  readonly stream: { write(data: Buffer): void; cork?(): void; uncork?(): void }
  query(text: string): void
}

/**
 * A COPY as pg runs it. The rows follow the statement without waiting for the server's word, in one write: a stream that waits and writes
 * in pieces wakes the server four times for each. A server that refuses the statement ignores rows that come after it.
 */
class Copy extends pg.Query {
  readonly #sql: string
  readonly #data: Buffer

  constructor(sql: string, data: Buffer, done: (error: Error | null) => void) {
    super({ text: sql, callback: done } as pg.QueryConfig)
    this.#sql = sql
    this.#data = data
  }
  override submit = (connection: unknown): void => {
    const { stream, query } = connection as Wire
    stream.cork?.()
    query.call(connection, this.#sql)
    stream.write(this.#data)
    stream.uncork?.()
  }
  handleCopyInResponse(): void {}
}

/** Copies the rows into a table, in the connection's transaction. `columns` as in SQL. Throws what the database throws. */
export async function copyInto(connection: pg.ClientBase, columns: string, rows: CopyRows): Promise<void> {
  if (rows.count === 0) return
  const sql = `COPY ${columns} FROM STDIN (FORMAT binary)`
  await new Promise<void>((resolve, reject) => {
    connection.query(new Copy(sql, rows.finish(), (error) => (error ? reject(error) : resolve())))
  })
}
