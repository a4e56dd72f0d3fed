import { Ajv, type ValidateFunction } from 'ajv'
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
import schema from 'jsonapi-validator/lib/schema.json' with { type: 'json' }

let validate: ValidateFunction | undefined

/**
 * Throws unless the document passes the official JSON Schema of JSON:API, which is independent of the portal's own
 * implementation.
 */
export function checkBySchema(document: unknown): void {
  validate ??= compile()
  if (!validate(document))
    throw new Error(`not JSON:API by its schema: ${JSON.stringify(validate.errors?.slice(0, 5))}`)
}

function compile(): ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  ajv.addMetaSchema(draft06)
  return ajv.compile(schema)
}
