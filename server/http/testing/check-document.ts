const memberName = /^[a-zA-Z0-9\u0080-\uffff]([a-zA-Z0-9\u0080-\uffff _-]*[a-zA-Z0-9\u0080-\uffff])?$/

/** Throws unless the value is a JSON:API 1.1 document with full linkage, and an error document exactly if the status is an error. */
export function checkDocument(value: unknown, status: number): void {
  const document = object(value, 'document')
  only(document, ['data', 'errors', 'meta', 'included', 'jsonapi', 'links'], 'document')
  must('data' in document || 'errors' in document || 'meta' in document, 'a document needs data, errors or meta')
  must(!('data' in document && 'errors' in document), 'data and errors exclude each other')
  must('errors' in document === status >= 400, `status ${status} does not fit the document`)
  if ('jsonapi' in document) must(object(document['jsonapi'], 'jsonapi')['version'] === '1.1', 'version 1.1')
  if ('meta' in document) object(document['meta'], 'meta')
  if ('errors' in document) return list(document['errors'], 'errors').forEach((error) => checkError(error, status))
  if (!('data' in document)) return
  const data = document['data']
  const primary = data === null ? [] : Array.isArray(data) ? data : [data]
  const seen = new Set<string>()
  const linked = new Set<string>()
  for (const item of primary) checkResource(item, seen, linked)
  if (!('included' in document)) return
  const included = list(document['included'], 'included')
  for (const item of included) checkResource(item, seen, linked)
  for (const item of included)
    must(linked.has(key(object(item, 'included'))), `${key(object(item, 'included'))} is not linked`)
}

function checkResource(value: unknown, seen: Set<string>, linked: Set<string>): void {
  const item = object(value, 'resource')
  only(item, ['type', 'id', 'attributes', 'relationships', 'links', 'meta'], 'resource')
  checkIdentity(item)
  must(!seen.has(key(item)), `${key(item)} comes twice`)
  seen.add(key(item))
  const attributes = item['attributes'] === undefined ? {} : object(item['attributes'], 'attributes')
  const relationships = item['relationships'] === undefined ? {} : object(item['relationships'], 'relationships')
  for (const name of [...Object.keys(attributes), ...Object.keys(relationships)]) {
    must(memberName.test(name), `member name ${name}`)
    must(name !== 'type' && name !== 'id', 'fields may not be called type or id')
    must(!(name in attributes && name in relationships), `${name} is attribute and relationship`)
  }
  for (const relationship of Object.values(relationships)) {
    const { data } = object(relationship, 'relationship')
    must(data !== undefined, 'a relationship needs data')
    for (const identifier of data === null ? [] : Array.isArray(data) ? data : [data]) {
      const entry = object(identifier, 'identifier')
      only(entry, ['type', 'id', 'meta'], 'identifier')
      checkIdentity(entry)
      linked.add(key(entry))
    }
  }
}

function checkError(value: unknown, status: number): void {
  const error = object(value, 'error')
  only(error, ['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta'], 'error')
  must(error['status'] === String(status), `error status ${String(error['status'])} beside ${status}`)
  for (const name of ['code', 'title', 'detail'])
    must(typeof error[name] === 'string' && error[name] !== '', `error ${name}`)
  must(!/\{\w+\}/.test(String(error['detail'])), `a parameter is missing in: ${String(error['detail'])}`)
  if (error['source'] === undefined) return
  const source = object(error['source'], 'source')
  only(source, ['pointer', 'parameter', 'header'], 'source')
  if ('pointer' in source) must(/^(\/[^/]+)*$/.test(String(source['pointer'])), `pointer ${String(source['pointer'])}`)
}

function checkIdentity(item: Record<string, unknown>): void {
  must(typeof item['type'] === 'string' && memberName.test(item['type']), 'type')
  must(typeof item['id'] === 'string' && item['id'] !== '', 'id is text')
}

const key = (item: Record<string, unknown>): string => `${String(item['type'])} ${String(item['id'])}`

function only(item: Record<string, unknown>, names: string[], what: string): void {
  for (const name of Object.keys(item)) must(names.includes(name), `${what} has a member ${name}`)
}

function object(value: unknown, what: string): Record<string, unknown> {
  must(typeof value === 'object' && value !== null && !Array.isArray(value), `${what} is no object`)
  return value as Record<string, unknown>
}

function list(value: unknown, what: string): unknown[] {
  must(Array.isArray(value), `${what} is no list`)
  return value as unknown[]
}

function must(condition: boolean, message: string): void {
  if (!condition) throw new Error(`not JSON:API: ${message}`)
}
