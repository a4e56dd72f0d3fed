import * as z from 'zod'
import { contacts } from '../../contract/help.ts'
import { ask, type HttpCall, type Reply, readQuery } from '../http/call.ts'
import { defined, text } from '../http/parameters.ts'
import { languageOf } from '../kernel/language.ts'

const contactsQuery = z.strictObject({ query: text.optional() })

/** GET /contacts: how to reach the people of the sites, like help.contacts, in the language of the browser. Public. */
export async function getContacts(call: HttpCall): Promise<Reply> {
  const { query } = readQuery(call, contactsQuery)
  const language = languageOf(call.request.get('accept-language'))
  return { json: await ask(call, contacts, defined({ query, language })) }
}
