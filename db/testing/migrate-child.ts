/** Migrates the database at the address in its argument, in a process of its own that a test can kill. */
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'

const [url] = process.argv.slice(2)
if (url === undefined) throw new Error('The address of a database is missing.')
const knex = connect(url, { max: 2, name: 'migrate-child' })
process.stdout.write('starting\n')
process.stdout.write(`${JSON.stringify(await migrate(knex))}\n`)
await knex.destroy()
