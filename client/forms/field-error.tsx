import { useContext } from 'react'
import type { FieldIssue } from '../../contract/refusals.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { FiguresContext, limits } from './figures.ts'

/** What is wrong with a field, in the language of the page, also after the language changes; figures in the unit of the input around it. */
export function FieldError({ issue, params }: Omit<FieldIssue<string>, 'path'>) {
  useT()
  const figures = useContext(FiguresContext)
  if (figures && issue === 'field-integer') return figures.notWhole
  if (!params) return refusalText({ code: issue })
  if (!figures || !limits.has(issue)) return refusalText({ code: issue, params })
  const written = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'number' ? figures.write(value) : value,
  ])
  return refusalText({ code: issue, params: Object.fromEntries(written) as typeof params })
}
