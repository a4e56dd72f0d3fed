import type * as z from 'zod'
import {
  type FieldMap,
  type FieldModel,
  type FieldRule,
  fieldMap,
  numberTargets,
  type WordTarget,
  wordTargets,
} from '../../../contract/device-types/field-map.ts'

/** A field map as typed: all text, values and conditions one per line. */
export interface RuleDraft {
  readonly target: FieldRule['target']
  readonly path: string
  readonly scale: string
  readonly offset: string
  readonly except: string
  readonly values: string
}
export interface ModelDraft {
  readonly name: string
  readonly when: string
  readonly rules: readonly RuleDraft[]
}

export const targets = [...numberTargets, ...wordTargets] as const
export const isWordTarget = (target: FieldRule['target']): target is WordTarget =>
  (wordTargets as readonly string[]).includes(target)

export function newRule(target: RuleDraft['target'] = 'temperature'): RuleDraft {
  return { target, path: '', scale: '1', offset: '0', except: '', values: '' }
}
export function newModel(): ModelDraft {
  return { name: '', when: '', rules: [newRule()] }
}

export function draftOf({ name, when, rules }: FieldModel): ModelDraft {
  return {
    name,
    when: when.map(({ path, is }) => (is.length > 0 ? `${path} = ${is.join(', ')}` : path)).join('\n'),
    rules: rules.map((rule) => ({
      ...newRule(rule.target),
      path: rule.path,
      ...('values' in rule
        ? {
            values: Object.entries<string | boolean>(rule.values)
              .map((pair) => pair.join(' = '))
              .join('\n'),
          }
        : { scale: String(rule.scale), offset: String(rule.offset), except: rule.except.join(', ') }),
    })),
  }
}

export type DraftFault = { readonly path: string; readonly problem: 'missing' | 'number' | 'values' | 'other' }
export type Parsed =
  | { readonly map: FieldMap; readonly faults: readonly [] }
  | { readonly map: null; readonly faults: readonly DraftFault[] }

/** Returns what drafts say as a command takes it, right or wrong. */
export function typedMap(drafts: readonly ModelDraft[]): { models: unknown[] } {
  return {
    models: drafts.map(({ name, when, rules }) => ({
      name,
      when: lines(when).map(conditionOf),
      rules: rules.map(ruleOf),
    })),
  }
}

/** The map that drafts mean, or their problems: paths like 'models.0.rules.2.values'. */
export function parseDrafts(drafts: readonly ModelDraft[]): Parsed {
  const parsed = fieldMap.safeParse(typedMap(drafts))
  return parsed.success ? { map: parsed.data, faults: [] } : { map: null, faults: parsed.error.issues.map(faultOf) }
}

function ruleOf({ target, path, scale, offset, except, values }: RuleDraft): object {
  if (!isWordTarget(target))
    return { target, path, scale: numberOf(scale), offset: numberOf(offset), except: numbers(except) }
  const pairs = lines(values).map((line) => {
    const cut = line.lastIndexOf('=')
    return cut < 0 ? ([line, ''] as const) : ([line.slice(0, cut).trim(), line.slice(cut + 1).trim()] as const)
  })
  // A duplicate would silently take the last value: it is refused, like a line without a meaning.
  const once = (word: string) => pairs.filter(([each]) => each === word).length === 1
  const meant = (word: string) => (target === 'dirty' && /^(true|false)$/.test(word) ? word === 'true' : word)
  return {
    target,
    path,
    values: Object.fromEntries(pairs.map(([word, value]) => [word, once(word) ? meant(value) : ''])),
  }
}

function conditionOf(line: string): { path: string; is: string[] } {
  const cut = line.indexOf('=')
  return cut < 0 ? { path: line, is: [] } : { path: line.slice(0, cut).trim(), is: commas(line.slice(cut + 1)) }
}

/** The field that an issue belongs to: anything deeper is shown at that field. */
function faultOf({ path, code }: z.core.$ZodIssue): DraftFault {
  const [models, model, field, rule, member] = path.map(String)
  const parts = field === 'rules' ? [models, model, field, rule, member] : [models, model, field]
  const last = field === 'rules' ? (member ?? field) : (field ?? '')
  return {
    path: parts.filter((part) => part !== undefined).join('.'),
    problem:
      last === 'values'
        ? 'values'
        : ['scale', 'offset', 'except'].includes(last)
          ? 'number'
          : code === 'too_small'
            ? 'missing'
            : 'other',
  }
}

const lines = (text: string) => pieces(text, /\n/)
const commas = (text: string) => pieces(text, /,/)
const pieces = (text: string, by: RegExp) =>
  text
    .split(by)
    .map((piece) => piece.trim())
    .filter(Boolean)
/** Numbers with spaces, semicolons or commas between them; a comma within a number is its decimal point. */
const numbers = (text: string) => pieces(text, /[\s;]+|,(?=\s|$)/).map(numberOf)
/** A comma counts as a decimal point; what is no number stays text and is refused. */
function numberOf(text: string): number | string {
  const said = text.trim().replace(',', '.')
  return said !== '' && Number.isFinite(Number(said)) ? Number(said) : text
}
