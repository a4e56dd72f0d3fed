import { useContext } from 'react'
import type { FieldIssue } from '../../contract/refusals.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { FiguresContext, limits } from './figures.ts'

/** The problem of a field in the current language; figures in the unit of the surrounding input. */
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
